/** The members of an object that have a value. */
export type Present<Members> = { -readonly [Name in keyof Members]?: NonNullable<Members[Name]> }

/** A copy of an object without the members that are null or undefined. */
export function present<Members extends object>(members: Members): Present<Members> {
  const kept: Present<Members> = {}
  for (const name in members) {
    const value = members[name]
    if (value != null) kept[name] = value
  }
  return kept
}
