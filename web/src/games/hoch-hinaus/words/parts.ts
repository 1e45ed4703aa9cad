/** What sentences of every language are put together with. */

export const list = (parts: string[], last: string): string => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${last} ${parts.at(-1)}`);

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whose something is: null is you, undefined is nobody. */
export type Owner = string | null | undefined;
