import type { Resolve } from './check-public-address.ts'

/** Returns the resolver of a workspace. */
export type LookupShares = (workspace: string) => Resolve

const mostAtOnce = 16

/**
 * Shares a resolver among workspaces. Each workspace looks up at most 16 names at once; further lookups
 * of that workspace wait. So a workspace with many unreachable names does not delay the others.
 */
export function createLookupShares(resolve: Resolve): LookupShares {
  const shares = new Map<string, { running: number; readonly waiting: (() => void)[] }>()
  return (workspace) => async (hostname) => {
    const share = shares.get(workspace) ?? { running: 0, waiting: [] }
    shares.set(workspace, share)
    if (share.running === mostAtOnce) {
      await new Promise<void>((begin) => share.waiting.push(begin))
    } else {
      share.running += 1
    }
    try {
      return await resolve(hostname)
    } finally {
      // A waiting lookup takes over the place.
      const next = share.waiting.shift()
      if (next) next()
      else share.running -= 1
      if (share.running === 0) shares.delete(workspace)
    }
  }
}
