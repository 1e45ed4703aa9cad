import type { Picture } from "../contract";
import { PLACES } from "./layout";
import { dye, places, towers, type View } from "./view";

/** The six cities in two rows, as they lie before the viewer's seat. */
export function thumbnail(view: View): Picture {
  const built = towers(view, []),
    order = places(view, view.seat);
  return view.cities.map((_, city) => ({
    at: [(city % 3) * 172, Math.floor(city / 3) * 128],
    size: 3,
    towers: order.map((site, place) => ({
      ...PLACES[place]!,
      blocks: built[city * 9 + site - 1]!.map(({ colour, tall }): [number, number] => [dye(view, colour), tall]),
    })),
  }));
}
