import type { JsonSchema } from './document.ts'

const patternOfFormat = new Set(['email', 'date-time', 'date'])

/**
 * Removes the parts of a converted schema that do not help a reader: patterns that a format already
 * implies, the bounds of safe integers, and the rule that member names are strings. Renames the
 * extension mark as OpenAPI requires.
 */
export function withoutNoise(jsonSchema: JsonSchema): void {
  if (patternOfFormat.has(jsonSchema.format ?? '')) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  const keys = jsonSchema.propertyNames
  if (typeof keys === 'object' && Object.keys(keys).join() === 'type') {
    delete jsonSchema.propertyNames
  }
  if (jsonSchema.extension === true) {
    delete jsonSchema.extension
    jsonSchema['x-extension'] = true
  }
}
