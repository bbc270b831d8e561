import { isFields } from './chunk-shape.ts'

const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype']

/**
 * Merges message metadata deeply: objects member by member; anything else, also an array, is replaced.
 * Neither input is changed. Member names that reach a prototype are omitted.
 */
export function mergeMetadata(base: unknown, change: unknown): unknown {
  if (!isFields(base) || !isFields(change)) return change
  const merged = { ...base }
  for (const [key, value] of Object.entries(change)) {
    if (PROTOTYPE_KEYS.includes(key)) continue
    merged[key] = mergeMetadata(base[key], value)
  }
  return merged
}
