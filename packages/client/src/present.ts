/** The members that have a value: an absent fact is an absent member, in logs and in JSON. */
export function present<Members extends object>(members: Members): Partial<Members> {
  const kept: Partial<Members> = {}
  for (const name in members) if (members[name] !== undefined) kept[name] = members[name]
  return kept
}
