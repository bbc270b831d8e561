/** Copies an object without its undefined members. */
export function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  const kept = {} as Fields
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name]
  return kept
}
