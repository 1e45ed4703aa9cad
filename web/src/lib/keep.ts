/** Small things that this browser remembers; where it remembers nothing, until the page is closed. */

const memory = new Map<string, string>();

export function keep(key: string, value: string): void {
  memory.set(key, value);
  try {
    localStorage.setItem(`bauboom ${key}`, value);
  } catch {
    /* only memory */
  }
}

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(`bauboom ${key}`) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}
