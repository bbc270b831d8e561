/** New values for some fields of `T`. Missing and undefined fields stay as they are. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Copies `base`, with the changes applied. */
export function overlay<T extends object>(base: T, changes: Changes<T>): T {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...base, ...(Object.fromEntries(defined) as Partial<T>) }
}
