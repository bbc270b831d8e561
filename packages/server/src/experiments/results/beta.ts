import { binomialDensity } from './binomial-density.ts'

/** The parameters of a Beta distribution; both are above 0. */
export interface Beta {
  readonly a: number
  readonly b: number
}

export function betaMean({ a, b }: Beta): number {
  return a / (a + b)
}

/** The probability of a value of at most `x`: the regularized incomplete beta function. */
export function betaCdf(x: number, { a, b }: Beta): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const power = powerTerm(x, { a, b })
  // The fraction converges fast only up to this value, so a greater `x` is mirrored.
  return x < (a + 1) / (a + b + 2)
    ? (power * fraction(x, a, b)) / a
    : 1 - (power * fraction(1 - x, b, a)) / b
}

/** The value below which a draw lies with the given probability. */
export function betaQuantile(probability: number, beta: Beta): number {
  if (probability <= 0) return 0
  if (probability >= 1) return 1
  let [low, high] = [0, 1]
  let x = betaMean(beta)
  // Newton's method between two bounds. If a step leads out of the bounds, the middle between them is
  // used instead.
  for (;;) {
    const error = betaCdf(x, beta) - probability
    if (error > 0) high = x
    else low = x
    const slope = powerTerm(x, beta) / (x * (1 - x))
    const newton = x - error / slope
    const middle = low + (high - low) / 2
    if (Math.abs(newton - x) <= closeEnough * x || middle === low || middle === high) return x
    x = newton > low && newton < high ? newton : middle
  }
}

const closeEnough = 1e-15

/**
 * `x^a (1-x)^b / B(a, b)`, computed from the binomial density, which stays accurate for large `a` and `b`.
 */
function powerTerm(x: number, { a, b }: Beta): number {
  return ((a * b) / (a + b)) * binomialDensity(a, a + b, x, 1 - x)
}

/** The continued fraction of DLMF 8.17.22, from front to back (Lentz, Thompson and Barnett). */
function fraction(x: number, a: number, b: number): number {
  let numerator = 1
  let denominator = 1 / awayFromZero(1 - ((a + b) / (a + 1)) * x)
  let value = denominator
  for (let m = 1; ; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    let change = 1
    for (const coefficient of [even, odd]) {
      denominator = 1 / awayFromZero(1 + coefficient * denominator)
      numerator = awayFromZero(1 + coefficient / numerator)
      change = numerator * denominator
      value *= change
    }
    if (Math.abs(change - 1) < 1e-15) return value
  }
}

const tiny = 1e-300

function awayFromZero(value: number): number {
  return Math.abs(value) < tiny ? tiny : value
}
