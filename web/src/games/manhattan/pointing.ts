/** How a site is pointed at, in every picture of the board: a touch chooses, hover, focus or a long touch tells about it. */

import type { Look, Touch } from "./layout";

const LONG = 420; // ms
let timer: ReturnType<typeof setTimeout> | undefined;
let held = false; // the touch was a long one: it chose nothing

export function pointing({ city, site }: Look, touch: Touch) {
  const look = (event: Event) => touch.look(city, site, event.currentTarget as Element);
  return {
    onclick: (event: MouseEvent) => {
      event.stopPropagation();
      const byKeys = event.detail === 0;
      if (byKeys || !held) touch.choose(city, site, event.currentTarget as Element, byKeys);
      held = false;
    },
    onpointerenter: (event: PointerEvent) => {
      if (event.pointerType === "mouse") look(event);
    },
    onpointerleave: (event: PointerEvent) => {
      clearTimeout(timer);
      if (event.pointerType === "mouse") touch.away();
    },
    onpointerdown: (event: PointerEvent) => {
      clearTimeout(timer);
      held = false;
      if (event.pointerType === "mouse") return;
      const element = event.currentTarget as Element;
      touch.away();
      timer = setTimeout(() => {
        held = true;
        touch.look(city, site, element);
      }, LONG);
    },
    onpointerup: () => clearTimeout(timer),
    onpointercancel: () => clearTimeout(timer),
    oncontextmenu: (event: Event) => {
      if (held) event.preventDefault();
    },
    onfocus: (event: FocusEvent) => {
      if ((event.currentTarget as Element).matches(":focus-visible")) look(event);
    },
    onblur: () => touch.away(),
  };
}
