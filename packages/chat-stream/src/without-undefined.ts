/** Copies an object without its undefined members. */
export function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  const copy = {} as Fields
  for (const name in fields) if (fields[name] !== undefined) copy[name] = fields[name]
  return copy
}
