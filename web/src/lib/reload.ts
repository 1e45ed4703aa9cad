/** The server plays by other rules than this page: it may have a new page as well. Says whether that is tried now. */
export function reloadOnce(rules: string): boolean {
  try {
    if (sessionStorage.getItem("bauboom reloaded") === rules) return false; // it was no use
    sessionStorage.setItem("bauboom reloaded", rules);
  } catch {
    return false; // it could be tried again and again
  }
  location.reload();
  return true;
}
