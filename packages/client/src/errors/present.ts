/** The members of an object that have a value. */
export type Present<Members> = { readonly [Name in keyof Members]?: NonNullable<Members[Name]> }

/** A copy of an object without the members that are null or undefined. */
export function present<Members extends object>(members: Members): Present<Members> {
  const all = Object.entries(members)
  return Object.fromEntries(all.filter(([, value]) => value != null)) as Present<Members>
}
