/** The members of an object that have a value. */
export type WithoutNulls<Members> = {
  -readonly [Name in keyof Members]?: NonNullable<Members[Name]>
}

export function withoutNulls<Members extends object>(members: Members): WithoutNulls<Members> {
  const copy: WithoutNulls<Members> = {}
  for (const name in members) {
    const value = members[name]
    if (value != null) copy[name] = value
  }
  return copy
}
