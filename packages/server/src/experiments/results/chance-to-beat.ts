import type { Beta } from './beta.ts'
import { binomialDensity } from './binomial-density.ts'

// No site has more trials than this. The number of terms that matter grows with the square root of the
// trials.
const mostTrials = 1e9

/**
 * The probability that a rate drawn from `variant` is above one drawn from `control`, for whole
 * parameters. With up to 10^9 trials on either side, it is exact except for rounding errors, and takes
 * fewer than a million terms. More trials are scaled down to 10^9 at the same rates, which makes the
 * probability less extreme.
 */
export function chanceToBeat(control: Beta, variant: Beta): number {
  const most = Math.max(control.a + control.b, variant.a + variant.b)
  const scale = Math.max(1, most / mostTrials)
  return Math.min(sumTerms(scaled(control, scale), scaled(variant, scale)).sum, 1)
}

function scaled({ a, b }: Beta, scale: number): Beta {
  return { a: Math.max(1, Math.round(a / scale)), b: Math.max(1, Math.round(b / scale)) }
}

/**
 * The chance to beat the control, and the number of terms that were added. The chance is the exact sum
 * of E. Miller, "Formulas for Bayesian A/B Testing" (2013):
 *
 *     sum over i < variant.a of B(control.a + i, control.b + variant.b)
 *                               / ((variant.b + i) B(1 + i, variant.b) B(control.a, control.b))
 *
 * The addition starts at the largest term and continues in both directions until the rest is negligible.
 */
export function sumTerms(control: Beta, variant: Beta): { sum: number; terms: number } {
  // Comparing misses instead of conversions gives the same chance with fewer terms.
  if (control.b < variant.a) {
    return sumTerms({ a: variant.b, b: variant.a }, { a: control.b, b: control.a })
  }
  const total = control.a + control.b + variant.b
  // The ratio of term i + 1 to term i: above 1 before the largest term, at most 1 from it on.
  const ratio = (i: number) => ((control.a + i) / (total + i)) * ((variant.b + i) / (1 + i))
  const peak = Math.ceil((control.a * variant.b - total) / (control.b + 1))
  const first = Math.min(Math.max(peak, 0), variant.a - 1)
  const largest = term(first, control, variant)
  let sum = largest
  let upwards = largest
  let last = first
  for (; last < variant.a - 1 && upwards > sum * negligible; last++) {
    upwards *= ratio(last)
    sum += upwards
  }
  let downwards = largest
  let lowest = first
  for (; lowest > 0 && downwards > sum * negligible; lowest--) {
    downwards /= ratio(lowest - 1)
    sum += downwards
  }
  return { sum, terms: last - lowest + 1 }
}

const negligible = 1e-22

/** One term of the sum: a hypergeometric probability, made of three binomial ones, times a weight. */
function term(i: number, control: Beta, variant: Beta): number {
  const trials = control.a + control.b
  const all = trials + variant.b + i
  const drawn = control.a + i
  const p = drawn / all
  const q = (control.b + variant.b) / all
  const hypergeometric =
    (binomialDensity(i, variant.b + i, p, q) * binomialDensity(control.a, trials, p, q)) /
    binomialDensity(drawn, all, p, q)
  const weight =
    (variant.b / (variant.b + i)) *
    ((control.a * control.b) / trials) *
    (all / (drawn * (control.b + variant.b)))
  return weight * hypergeometric
}
