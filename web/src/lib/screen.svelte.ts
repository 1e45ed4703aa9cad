/** What kind of screen this is, where the style sheet alone cannot decide. */

export const WIDE = "(min-width: 1000px) and (min-height: 520px)";

class Screen {
  wide = $state(false); // room for a column beside the board
  reading = $state(true); // the page is in front

  constructor() {
    const query = matchMedia(WIDE);
    this.wide = query.matches;
    query.addEventListener("change", () => (this.wide = query.matches));
    this.reading = !document.hidden;
    document.addEventListener("visibilitychange", () => (this.reading = !document.hidden));
  }
}

export const screen = new Screen();
