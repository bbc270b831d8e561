import { inject } from 'vitest'

/** The tarballs of packages, by package name. */
export function tarballsOf(...names: readonly string[]): Record<string, string> {
  const tarballs = inject('tarballs')
  return Object.fromEntries(
    names.map((name) => [`@doorkit/${name}`, tarballs[`@doorkit/${name}`] ?? '']),
  )
}
