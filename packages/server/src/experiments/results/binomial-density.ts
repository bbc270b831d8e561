// The method of C. Loader, "Fast and Accurate Computation of Binomial Probabilities" (2000). It cancels
// the large parts of the log-gamma functions algebraically. Otherwise floating point would lose digits.

/**
 * The probability of `successes` in `trials` that each succeed with probability `p`. Neither count has
 * to be whole. `q` is `1 - p`, which callers often know more exactly than a subtraction computes it.
 */
export function binomialDensity(successes: number, trials: number, p: number, q: number): number {
  if (successes === 0) return Math.exp(trials * (p < 0.1 ? Math.log1p(-p) : Math.log(q)))
  if (successes === trials) return Math.exp(trials * (q < 0.1 ? Math.log1p(-q) : Math.log(p)))
  const failures = trials - successes
  // Successes and failures differ from their means by the same amount, which is more exact when it is
  // computed from the smaller rate.
  const excess = p < q ? successes - trials * p : trials * q - failures
  const exponent =
    stirlingError(trials) -
    stirlingError(successes) -
    stirlingError(failures) -
    deviance(successes, trials * p, excess) -
    deviance(failures, trials * q, -excess)
  return Math.exp(exponent) * Math.sqrt(trials / (2 * Math.PI * successes * failures))
}

/** The part of `ln(n!)` that Stirling's formula lacks. */
function stirlingError(n: number): number {
  let error = 0
  let shifted = n
  // The series needs a large argument, and the step from n to n + 1 has an exact formula.
  for (; shifted < 16; shifted++) error += (shifted + 0.5) * Math.log1p(1 / shifted) - 1
  const square = shifted * shifted
  const series =
    1 / 12 - (1 / 360 - (1 / 1_260 - (1 / 1_680 - 1 / 1_188 / square) / square) / square) / square
  return error + series / shifted
}

/** `value ln(value / mean) + mean - value`, without loss of digits if value and mean are nearly equal. */
function deviance(value: number, mean: number, difference: number): number {
  const total = value + mean
  if (Math.abs(difference) >= 0.1 * total) return value * Math.log(value / mean) - difference
  const ratio = difference / total
  let power = 2 * value * ratio
  let sum = difference * ratio
  for (let odd = 3; ; odd += 2) {
    power *= ratio * ratio
    const next = sum + power / odd
    if (next === sum) return sum
    sum = next
  }
}
