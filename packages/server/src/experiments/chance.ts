import type { Beta } from './beta.ts'
import { binomialDensity } from './binomial-density.ts'

/**
 * The probability that a rate drawn from `variant` is above one drawn from `control`, for whole
 * parameters: an exact sum (E. Miller, "Formulas for Bayesian A/B Testing", 2013),
 *
 *     sum over i < variant.a of B(control.a + i, control.b + variant.b)
 *                               / ((variant.b + i) B(1 + i, variant.b) B(control.a, control.b)).
 *
 * It begins at the largest term and walks both ways until the rest no longer counts.
 */
export function chanceToBeat(control: Beta, variant: Beta): number {
  const total = control.a + control.b + variant.b
  // From one term to the next: above 1 before the largest, below 1 after it.
  const ratio = (i: number) => ((control.a + i) / (total + i)) * ((variant.b + i) / (1 + i))
  const peak = Math.ceil((control.a * variant.b - total) / (control.b + 1))
  const first = Math.min(Math.max(peak, 0), variant.a - 1)
  const largest = term(first, control, variant)
  let sum = largest
  let upwards = largest
  for (let i = first; i < variant.a - 1 && upwards > sum * negligible; i++) {
    upwards *= ratio(i)
    sum += upwards
  }
  let downwards = largest
  for (let i = first; i > 0 && downwards > sum * negligible; i--) {
    downwards /= ratio(i - 1)
    sum += downwards
  }
  return Math.min(sum, 1)
}

const negligible = 1e-22

/** One term of the sum, as a hypergeometric probability: three binomial ones at the same rate. */
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
