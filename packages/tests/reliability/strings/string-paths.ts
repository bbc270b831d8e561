/** The path of a string in a JSON value. */
export type StringPath = readonly (string | number)[]

/** The path of every string in a JSON value. */
export function stringPaths(value: unknown, path: StringPath = []): StringPath[] {
  if (typeof value === 'string') return [path]
  if (Array.isArray(value)) return value.flatMap((item, at) => stringPaths(item, [...path, at]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => stringPaths(item, [...path, name]))
}

/** Copies a JSON value with another string at a path. */
export function withString(value: unknown, [first, ...rest]: StringPath, text: string): unknown {
  if (first === undefined) return text
  const inner = withString((value as Record<string, unknown>)[first], rest, text)
  if (Array.isArray(value)) return value.with(Number(first), inner)
  return { ...(value as object), [first]: inner }
}

/** The value at a path of a JSON value, or undefined. */
export function at(value: unknown, path: StringPath): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      inner !== null && typeof inner === 'object' && Object.hasOwn(inner, step)
        ? (inner as Record<string, unknown>)[step]
        : undefined,
    value,
  )
}
