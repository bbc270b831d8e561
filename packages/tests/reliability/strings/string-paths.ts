/** The place of a string in a JSON value. */
export type StringPath = readonly (string | number)[]

/** Every place of a string in a JSON value. */
export function stringPaths(value: unknown, place: StringPath = []): StringPath[] {
  if (typeof value === 'string') return [place]
  if (Array.isArray(value)) return value.flatMap((item, at) => stringPaths(item, [...place, at]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => stringPaths(item, [...place, name]))
}

/** Copies a JSON value with another string at a path. */
export function withString(value: unknown, [first, ...rest]: StringPath, text: string): unknown {
  if (first === undefined) return text
  const inner = withString((value as Record<string, unknown>)[first], rest, text)
  if (Array.isArray(value)) return value.with(Number(first), inner)
  return { ...(value as object), [first]: inner }
}

/** The value in a place of a JSON value, or undefined. */
export function at(value: unknown, place: StringPath): unknown {
  return place.reduce<unknown>(
    (inner, step) =>
      inner !== null && typeof inner === 'object' && Object.hasOwn(inner, step)
        ? (inner as Record<string, unknown>)[step]
        : undefined,
    value,
  )
}
