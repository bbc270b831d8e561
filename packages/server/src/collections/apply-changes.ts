/** New values for some of the fields of `T`; absent and undefined ones stay. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** A copy of `base` with the given fields replaced. */
export function overlay<T extends object>(base: T, changes: Changes<T>): T {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...base, ...(Object.fromEntries(given) as Partial<T>) }
}
