/** What the front of a floor looks like, by its kind: shapes in a rectangle of w × h pixels, its upper left corner at 0, 0.
    The same drawing stands in a tower and on a card, so that one knows a card when it is built. */

export interface Shape {
  d: string;
  look: "glass" | "ink" | "thin" | "white" | "gold" | "leaf" | "water" | "red" | "deep";
}

const f = (value: number) => +value.toFixed(1);
const box = (x: number, y: number, w: number, h: number) => `M${f(x)} ${f(y)}h${f(w)}v${f(h)}h${f(-w)}z`;
const disc = (x: number, y: number, r: number) => `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0z`;

/** A grid of cells, each as near to `wide` × `high` as fits; what stands in a cell is drawn by `cell`. */
function grid(w: number, h: number, wide: number, high: number, cell: (x: number, y: number, w: number, h: number) => string): string {
  const columns = Math.max(1, Math.round(w / wide)),
    rows = Math.max(1, Math.round(h / high));
  let d = "";
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) d += cell((column * w) / columns, (row * h) / rows, w / columns, h / rows);
  return d;
}

type Front = (w: number, h: number) => Shape[];

const home: Front = (w, h) => [
  { look: "glass", d: grid(w, h, 16, 14, (x, y, cw, ch) => box(x + cw * 0.22, y + ch * 0.2, cw * 0.56, ch * 0.52)) },
  { look: "white", d: grid(w, h, 16, 14, (x, y, cw, ch) => `M${f(x + cw * 0.22)} ${f(y + ch * 0.2)}h${f(cw * 0.3)}l${f(-cw * 0.3)} ${f(ch * 0.3)}z`) },
  { look: "leaf", d: grid(w, h, 16, 14, (x, y, cw, ch) => box(x + cw * 0.18, y + ch * 0.72, cw * 0.64, Math.max(1.2, ch * 0.1))) },
];

const office: Front = (w, h) => [
  { look: "glass", d: grid(w, h, w, 10, (x, y, cw, ch) => box(x + 2, y + ch * 0.25, cw - 4, ch * 0.52)) },
  { look: "thin", d: grid(w, h, 9, 10, (x, y, cw, ch) => `M${f(x + cw / 2)} ${f(y + ch * 0.25)}v${f(ch * 0.52)}`) },
];

const hotel: Front = (w, h) => [
  {
    look: "glass",
    d: grid(
      w,
      h,
      10,
      17,
      (x, y, cw, ch) => `M${f(x + cw * 0.27)} ${f(y + ch * 0.86)}v${f(-ch * 0.5)}a${f(cw * 0.23)} ${f(cw * 0.23)} 0 0 1 ${f(cw * 0.46)} 0v${f(ch * 0.5)}z`,
    ),
  },
  { look: "gold", d: grid(w, h, w, 17, (x, y, cw) => box(x, y + 0.5, cw, 1.4)) },
];

const restaurant: Front = (w, h) => [
  {
    look: "glass",
    d: grid(
      w,
      h,
      24,
      18,
      (x, y, cw, ch) =>
        `M${f(x + cw * 0.12)} ${f(y + ch * 0.88)}v${f(-ch * 0.34)}q0 ${f(-ch * 0.38)} ${f(cw * 0.38)} ${f(-ch * 0.38)}t${f(cw * 0.38)} ${f(ch * 0.38)}v${f(ch * 0.34)}z`,
    ),
  },
  {
    look: "ink",
    d: grid(w, h, 24, 18, (x, y, cw, ch) => box(x + cw * 0.32, y + ch * 0.64, cw * 0.36, ch * 0.07) + box(x + cw * 0.47, y + ch * 0.66, cw * 0.06, ch * 0.22)),
  },
  { look: "red", d: grid(w, h, 24, 18, (x, y, cw, ch) => disc(x + cw / 2, y + ch * 0.34, Math.min(cw, ch) * 0.09)) },
];

const shop: Front = (w, h) => {
  const scallops = (x: number, y: number, cw: number, ch: number, odd: number) => {
    const count = 6,
      step = cw / count;
    let d = "";
    for (let i = odd; i < count; i += 2)
      d += `M${f(x + i * step)} ${f(y + ch * 0.1)}h${f(step)}v${f(ch * 0.24)}a${f(step / 2)} ${f(ch * 0.12)} 0 0 1 ${f(-step)} 0z`;
    return d;
  };
  return [
    {
      look: "glass",
      d: grid(w, h, 34, 19, (x, y, cw, ch) => box(x + cw * 0.08, y + ch * 0.36, cw * 0.54, ch * 0.5) + box(x + cw * 0.7, y + ch * 0.36, cw * 0.22, ch * 0.64)),
    },
    { look: "white", d: grid(w, h, 34, 19, (x, y, cw, ch) => scallops(x + cw * 0.03, y, cw * 0.94, ch, 0)) },
    { look: "red", d: grid(w, h, 34, 19, (x, y, cw, ch) => scallops(x + cw * 0.03, y, cw * 0.94, ch, 1)) },
  ];
};

/** A great ball on cables that swings against the wind. */
const absorber: Front = (w, h) => {
  const r = Math.min(w * 0.2, h * 0.3),
    x = w / 2,
    y = h * 0.62;
  return [
    { look: "deep", d: box(w * 0.1, h * 0.08, w * 0.8, h * 0.84) },
    {
      look: "thin",
      d: `M${f(w * 0.3)} ${f(h * 0.08)}L${f(x)} ${f(y)}L${f(w * 0.7)} ${f(h * 0.08)}M${f(w * 0.42)} ${f(h * 0.08)}L${f(x)} ${f(y)}L${f(w * 0.58)} ${f(h * 0.08)}`,
    },
    { look: "gold", d: disc(x, y, r) },
    { look: "white", d: disc(x - r * 0.35, y - r * 0.35, r * 0.22) },
  ];
};

/** Glass all around, people at the rail, a telescope. */
const lookout: Front = (w, h) => {
  const person = (x: number) => disc(x, h * 0.42, h * 0.07) + box(x - h * 0.06, h * 0.5, h * 0.12, h * 0.26);
  return [
    { look: "glass", d: box(w * 0.03, h * 0.22, w * 0.94, h * 0.56) },
    { look: "ink", d: person(w * 0.25) + person(w * 0.62) + person(w * 0.74) },
    { look: "thin", d: `M${f(w * 0.4)} ${f(h * 0.78)}V${f(h * 0.52)}l${f(w * 0.1)} ${f(-h * 0.1)}M0 ${f(h * 0.62)}H${f(w)}` },
    { look: "white", d: box(0, h * 0.78, w, h * 0.08) + box(0, h * 0.12, w, h * 0.07) },
  ];
};

const skylobby: Front = (w, h) => {
  const zigzag = Array.from({ length: 4 }, (_, i) => `L${f((w * (2 * i + 1)) / 8)} ${f(h * 0.1)}L${f((w * (i + 1)) / 4)} ${f(h * 0.9)}`).join("");
  return [
    { look: "glass", d: box(2, h * 0.1, w - 4, h * 0.8) },
    {
      look: "ink",
      d: grid(w, h * 0.12, w / 3, 20, (x, _y, cw) => disc(x + cw / 2, h * 0.7, Math.min(2.2, h * 0.06)) + box(x + cw / 2 - 1.6, h * 0.76, 3.2, h * 0.14)),
    },
    { look: "thin", d: `M0 ${f(h * 0.9)}${zigzag}M0 ${f(h * 0.1)}H${f(w)}M0 ${f(h * 0.9)}H${f(w)}` },
  ];
};

const plant: Front = (w, h) => {
  const r = Math.min(w * 0.15, h * 0.26),
    fans = [w * 0.28, w * 0.72];
  return [
    { look: "thin", d: grid(w, h, w, 5, (_x, y, _w, ch) => `M3 ${f(y + ch / 2)}H${f(w - 3)}`) },
    { look: "deep", d: fans.map((x) => disc(x, h / 2, r)).join("") },
    {
      look: "glass",
      d: fans
        .map((x) =>
          [0, 1, 2]
            .map((k) => {
              const a = (k * 2 * Math.PI) / 3;
              return `M${f(x)} ${f(h / 2)}L${f(x + Math.cos(a) * r)} ${f(h / 2 + Math.sin(a) * r)}L${f(x + Math.cos(a + 0.7) * r)} ${f(h / 2 + Math.sin(a + 0.7) * r)}z`;
            })
            .join(""),
        )
        .join(""),
    },
  ];
};

const pool: Front = (w, h) => {
  const wave = (y: number) => `M2 ${f(y)}q${f(w / 16)} ${f(-h * 0.1)} ${f(w / 8 - 0.5)} 0` + `t${f(w / 8 - 0.5)} 0`.repeat(7);
  return [
    { look: "glass", d: box(2, h * 0.1, w - 4, h * 0.4) },
    { look: "water", d: box(2, h * 0.46, w - 4, h * 0.44) },
    { look: "white", d: `${wave(h * 0.5)}v${f(h * 0.05)}H2zM${f(w * 0.8)} ${f(h * 0.26)}h${f(w * 0.17)}v${f(h * 0.06)}h${f(-w * 0.17)}z` },
    { look: "red", d: disc(w * 0.36, h * 0.44, h * 0.09) },
  ];
};

const garden: Front = (w, h) => {
  const places = [0.16, 0.42, 0.66, 0.88],
    sizes = [0.3, 0.22, 0.32, 0.2];
  return [
    { look: "glass", d: box(2, h * 0.08, w - 4, h * 0.84) },
    { look: "ink", d: places.map((x) => box(w * x - 1, h * 0.55, 2, h * 0.37)).join("") },
    {
      look: "leaf",
      d: places.map((x, i) => disc(w * x, h * (0.62 - sizes[i]!), Math.min(h * sizes[i]!, w * 0.13))).join("") + box(2, h * 0.86, w - 4, h * 0.08),
    },
  ];
};

const museum: Front = (w, h) => {
  const columns = 6,
    step = (w * 0.84) / columns;
  return [
    { look: "deep", d: box(w * 0.08, h * 0.38, w * 0.84, h * 0.5) },
    {
      look: "white",
      d:
        `M${f(w * 0.04)} ${f(h * 0.36)}L${f(w / 2)} ${f(h * 0.06)}L${f(w * 0.96)} ${f(h * 0.36)}z` +
        Array.from({ length: columns }, (_, i) => box(w * 0.08 + step * (i + 0.25), h * 0.4, step * 0.5, h * 0.46)).join("") +
        box(w * 0.04, h * 0.86, w * 0.92, h * 0.08),
    },
    { look: "gold", d: disc(w / 2, h * 0.25, h * 0.06) },
  ];
};

/** White tiles, a door with a heart. */
const toilet: Front = (w, h) => {
  const door = Math.min(w * 0.16, h * 0.9),
    x = w / 2,
    y = h * 0.5,
    k = Math.min(h * 0.2, door * 0.3);
  return [
    { look: "thin", d: grid(w, h, 8, 5, (tx, ty, cw, ch) => `M${f(tx)} ${f(ty + ch)}h${f(cw)}v${f(-ch)}`) },
    { look: "water", d: box(x - door * 0.75, h * 0.08, door * 1.5, h * 0.92) },
    {
      look: "white",
      d: `M${f(x)} ${f(y + k)}l${f(-k)} ${f(-k)}a${f(k * 0.6)} ${f(k * 0.6)} 0 0 1 ${f(k)} ${f(-k * 0.7)}a${f(k * 0.6)} ${f(k * 0.6)} 0 0 1 ${f(k)} ${f(k * 0.7)}z`,
    },
  ];
};

const FRONTS: Record<string, Front> = { home, office, hotel, restaurant, shop, absorber, lookout, skylobby, plant, pool, garden, museum, toilet };

export const front = (name: string, w: number, h: number): Shape[] => (h < 3 ? [] : (FRONTS[name]?.(w, h) ?? []));
