import type { EmbeddingData } from '../collections/passage-embedding.ts'

/** A vector of length 1 as it is kept in memory, with eight bits for each number. */
export interface PackedVector {
  readonly numbers: Int8Array
  readonly scale: number
}

const largest = 127

/** Packs a vector for the store. Returns null for a vector without a direction. */
export function packVector(vector: readonly number[]): EmbeddingData | null {
  const unit = unitVector(vector)
  if (unit === null) return null
  const scale = unit.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / largest
  const numbers = Int8Array.from(unit, (number) => Math.round(number / scale))
  return { vector: Buffer.from(numbers.buffer).toString('base64'), scale }
}

export function unpackVector({ vector, scale }: EmbeddingData): PackedVector {
  return { numbers: new Int8Array(Buffer.from(vector, 'base64')), scale }
}

/** The vector of length 1 in the same direction; null if there is no direction. */
export function unitVector(vector: readonly number[]): Float32Array | null {
  const length = Math.hypot(...vector)
  if (!Number.isFinite(length) || length === 0) return null
  return Float32Array.from(vector, (number) => number / length)
}

/**
 * The cosine of the angle between two vectors: 1 for the same direction, and 0 for vectors with
 * different numbers of dimensions.
 */
export function similarity(unit: Float32Array, { numbers, scale }: PackedVector): number {
  if (unit.length !== numbers.length) return 0
  let sum = 0
  for (let at = 0; at < numbers.length; at += 1) sum += (unit[at] ?? 0) * (numbers[at] ?? 0)
  return sum * scale
}
