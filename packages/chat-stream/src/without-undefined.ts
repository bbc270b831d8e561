/** A copy of an object without the members that are undefined. */
export function defined<Fields extends object>(fields: Fields): Fields {
  const kept = {} as Fields
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name]
  return kept
}
