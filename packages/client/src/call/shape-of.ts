/** Objects whose keys are somebody's data: of them only the number of keys is shown. */
const dataKeys: readonly string[] = ['attributes', 'context']

/**
 * Describes a value without any content of it, as JSON: its keys, types and lengths, and of a list how
 * long it is and its first item. For logs: a body holds names, addresses and secrets.
 */
export function shapeOf(value: unknown): string | undefined {
  return JSON.stringify(value, (key, part: unknown) => {
    if (typeof part === 'string') return `string(${part.length})`
    if (part == null) return part
    if (typeof part !== 'object') return typeof part
    if (dataKeys.includes(key)) return `${Object.keys(part).length} keys`
    return Array.isArray(part) && part.length > 0 ? { [`${part.length} of`]: part[0] } : part
  })
}
