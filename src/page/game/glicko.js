// @ts-check
// Glicko-2: ratings of players from their results, after Glickman, "Example of the Glicko-2 system" (glicko.net/glicko).

/** A rating with its deviation and volatility. @typedef {{ rating: number, deviation: number, volatility: number }} Rated */
/** A result against an opponent: 1 for a win, 0.5 for a draw, 0 for a loss. @typedef {{ rating: number, deviation: number, score: number }} Result */

/** The rating of a new player in the paper. The scale is centred there, and results depend only on differences of ratings. */
const CENTRE = 1500;
/** The factor between the two scales of the paper. */
const SCALE = 173.7178;
/** The system constant τ, which limits the change of the volatility. The paper recommends 0.3 to 1.2. */
const TAU = 0.5;
/** The accuracy of the volatility. */
const TOLERANCE = 1e-6;

/** Returns the rating after a rating period. @param {Rated} before @param {Result[]} results at least one */
export function rate(before, results) {
  const mean = (before.rating - CENTRE) / SCALE, deviation = before.deviation / SCALE;
  let information = 0, surprise = 0;
  for (const result of results) {
    const weight = 1 / Math.sqrt(1 + 3 * (result.deviation / SCALE) ** 2 / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-weight * (mean - (result.rating - CENTRE) / SCALE)));
    information += weight ** 2 * expected * (1 - expected);
    surprise += weight * (result.score - expected);
  }
  const variance = 1 / information, volatility = newVolatility(before.volatility, deviation, variance, variance * surprise);
  const after = 1 / Math.sqrt(1 / (deviation ** 2 + volatility ** 2) + information);
  return { rating: SCALE * (mean + after ** 2 * surprise) + CENTRE, deviation: SCALE * after, volatility };
}

/**
 * Returns the volatility after a rating period: step 5 of the paper, by the Illinois algorithm.
 * @param {number} before @param {number} deviation @param {number} variance @param {number} improvement
 */
function newVolatility(before, deviation, variance, improvement) {
  const start = Math.log(before ** 2);
  const f = (/** @type {number} */ x) => {
    const power = Math.exp(x), total = deviation ** 2 + variance + power;
    return power * (improvement ** 2 - total) / (2 * total ** 2) - (x - start) / TAU ** 2;
  };
  let low = start, high;
  if (improvement ** 2 > deviation ** 2 + variance) high = Math.log(improvement ** 2 - deviation ** 2 - variance);
  else {
    let steps = 1;
    while (f(start - steps * TAU) < 0) steps += 1;
    high = start - steps * TAU;
  }
  let atLow = f(low), atHigh = f(high);
  while (Math.abs(high - low) > TOLERANCE) {
    /** @type {number} */
    const middle = low + (low - high) * atLow / (atHigh - atLow);
    const atMiddle = f(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
