/** Objects whose keys are somebody's data: of them only the number of keys is shown. */
const dataKeys: readonly string[] = ['attributes', 'context']

/**
 * Describes a value without any content of it: its keys, types and lengths, such as
 * `{email: string(15), attributes: 2 keys}`. For logs: a body holds names, addresses and secrets.
 */
export function shapeOf(value: unknown, key = ''): string {
  if (typeof value === 'string') return `string(${value.length})`
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[${shapeOf(value[0])}, ${value.length} in all]`
  }
  const members = Object.entries(value)
  if (dataKeys.includes(key)) return `${members.length} keys`
  return `{${members.map(([name, member]) => `${name}: ${shapeOf(member, name)}`).join(', ')}}`
}

/** The names of a query, and of its values only numbers, booleans and times. */
export function shapeOfQuery(query: object | undefined): string {
  const shown = (value: unknown) =>
    typeof value === 'string' && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
      ? shapeOf(value)
      : value instanceof Date || typeof value !== 'object'
        ? JSON.stringify(value)
        : shapeOf(value)
  const members = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return members.map(([name, value]) => `${name}=${shown(value)}`).join('&')
}
