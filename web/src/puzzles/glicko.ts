/** Glicko-2, as Mark Glickman describes it: what results say about strength, and how sure one can be. */

export interface Rating {
  rating: number;
  deviation: number; // a standard deviation: small means sure
  volatility: number; // how much strength itself seems to change
}

export interface Meeting {
  rating: number;
  deviation: number;
  score: number; // 1 won, 0 lost
}

const SCALE = 173.7178,
  MIDDLE = 1500;
const TAU = 0.5; // how quickly volatility may change
const CLOSE = 1e-6;
const LARGEST = 350; // nobody is less known than a newcomer

export const NEWCOMER: Rating = { rating: 1200, deviation: LARGEST, volatility: 0.06 };

const weight = (deviation: number): number => 1 / Math.sqrt(1 + (3 * deviation * deviation) / (Math.PI * Math.PI));

/** The rating after a period with these meetings; without one, one knows less. */
export function rated({ rating, deviation, volatility }: Rating, meetings: Meeting[]): Rating {
  const mu = (rating - MIDDLE) / SCALE,
    phi = deviation / SCALE;
  let information = 0,
    surprise = 0;
  for (const meeting of meetings) {
    const g = weight(meeting.deviation / SCALE),
      expected = 1 / (1 + Math.exp(-g * (mu - (meeting.rating - MIDDLE) / SCALE)));
    information += g * g * expected * (1 - expected);
    surprise += g * (meeting.score - expected);
  }
  if (!meetings.length) return { rating, deviation: Math.min(LARGEST, SCALE * Math.hypot(phi, volatility)), volatility };
  const variance = 1 / information,
    changed = newVolatility(phi, volatility, variance, variance * surprise);
  const before = Math.hypot(phi, changed),
    after = 1 / Math.sqrt(1 / (before * before) + information);
  return { rating: MIDDLE + SCALE * (mu + after * after * surprise), deviation: Math.min(LARGEST, SCALE * after), volatility: changed };
}

/** Step 5 of the paper: the root of a function, by the Illinois method. */
function newVolatility(phi: number, volatility: number, variance: number, delta: number): number {
  const start = Math.log(volatility * volatility);
  const f = (x: number): number => {
    const e = Math.exp(x),
      sum = phi * phi + variance + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - start) / (TAU * TAU);
  };
  let low = start,
    high: number;
  if (delta * delta > phi * phi + variance) high = Math.log(delta * delta - phi * phi - variance);
  else {
    let steps = 1;
    while (f(start - steps * TAU) < 0) steps++;
    high = start - steps * TAU;
  }
  let atLow = f(low),
    atHigh = f(high);
  while (Math.abs(high - low) > CLOSE) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow),
      value = f(middle);
    if (value * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, value];
  }
  return Math.exp(low / 2);
}
