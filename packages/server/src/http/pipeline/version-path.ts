const version = '/v1'

/**
 * The path below the version segment, or null if the request is not for this API. With a mount path, the
 * version segment may be its end (`app.use('/v1', …)`), follow it, or be missing.
 */
export function versionPath(pathname: string, mountPath: string): string | null {
  const mount = mountPath.replace(/\/+$/, '')
  if (!isBelow(pathname, mount)) return null
  const rest = pathname.slice(mount.length)
  if (mount.toLowerCase().endsWith(version)) return rest
  if (isBelow(rest, version)) return rest.slice(version.length)
  return mount === '' ? null : rest
}

/** Whether a target without a mount path is for this API. */
export function isBelowVersion(target: string): boolean {
  return /^\/v1(?:[/?]|$)/.test(target)
}

const isBelow = (pathname: string, prefix: string) =>
  pathname === prefix || pathname.startsWith(`${prefix}/`)
