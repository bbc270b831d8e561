import { isFields } from './chunk-shape.ts'

const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype']

/**
 * Merges message metadata deeply into what is there: objects key by key, anything else replaced, arrays
 * too. Neither input is changed; keys that reach a prototype are left out.
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
