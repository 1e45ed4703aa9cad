/** SHA-256 and HMAC at once and everywhere: the browser's own are asynchronous, and missing without https. */

const K = new Uint32Array(64),
  FIRST = new Uint32Array(8);

/** The first 32 bits of the fractional parts of roots of the first primes. */
for (let number = 2, found = 0; found < 64; number++) {
  let isPrime = true;
  for (let other = 2; other * other <= number; other++) if (number % other === 0) isPrime = false;
  if (!isPrime) continue;
  if (found < 8) FIRST[found] = (Math.sqrt(number) % 1) * 2 ** 32;
  K[found++] = (Math.cbrt(number) % 1) * 2 ** 32;
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((data.length + 72) >> 6) << 6),
    view = new DataView(padded.buffer);
  padded.set(data);
  padded[data.length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  const state = FIRST.slice(),
    w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!,
        y = w[i - 2]!;
      w[i] = w[i - 16]! + w[i - 7]! + (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i]! += word));
  }
  const hash = new Uint8Array(32),
    out = new DataView(hash.buffer);
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return hash;
}

export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const mixed = (mask: number, rest: Uint8Array) => {
    const all = new Uint8Array(64 + rest.length);
    all.set(block.map((byte) => byte ^ mask));
    all.set(rest, 64);
    return sha256(all);
  };
  return mixed(0x5c, mixed(0x36, data));
}
