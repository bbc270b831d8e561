/** The members of an object that have a value. */
export type Present<Members> = {
  [Name in keyof Members]?: NonNullable<Members[Name]>
}

/**
 * Puts the members that have a value on an object, a new one by default: an absent fact is an absent
 * member, in logs and in JSON, and an option that is null is none.
 */
export function present<Members extends object>(
  members: Members,
  target: Partial<Members> = {},
): Present<Members> {
  for (const name in members) if (members[name] != null) target[name] = members[name]
  return target as Present<Members>
}
