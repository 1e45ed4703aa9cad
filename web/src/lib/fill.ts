/** A sentence with its gaps filled: {city}, or with what is counted: {towers|tower|towers}. */
export const fill = (text: string | undefined, values: Record<string, unknown>): string =>
  (text ?? "").replace(/\{(\w+)(?:\|(.*?)\|(.*?))?\}/g, (_, key: string, one?: string, many?: string) => String(values[key]) + (one ? ` ${values[key] === 1 ? one : many}` : ""));
