import type { JsonSchema } from './document.ts'

const patternOfFormat = new Set(['email', 'date-time', 'date'])

/**
 * Takes out of a converted schema what is of no use to a reader: the patterns that a format says
 * already, the bounds of safe integers, and that the keys of an object are strings. Names the
 * extension mark as OpenAPI wants it.
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
