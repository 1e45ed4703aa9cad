/** Files for the player, downloaded by the browser. */

/** A day as it stands in the names of files. */
export const day = (time: number): string => new Intl.DateTimeFormat("sv-SE").format(time);

export function download(name: string, text: string): void {
  const link = document.createElement("a"),
    address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
