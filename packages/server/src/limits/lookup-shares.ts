import type { Resolve } from '../network/check-public-address.ts'
import { createFairPlaces } from './fair-places.ts'

const mostAtOnce = 16

/**
 * Shares a resolver among workspaces. Returns a function that returns the resolver of a workspace. Each
 * workspace looks up at most 16 names at a time; further lookups of that workspace wait. This keeps the
 * slow lookups of one workspace from delaying the others.
 */
export function createLookupShares(resolve: Resolve): (workspace: string) => Resolve {
  const takePlace = createFairPlaces(Number.POSITIVE_INFINITY, mostAtOnce)
  return (workspace) => async (hostname) => {
    const endPlace = await takePlace(workspace)
    try {
      return await resolve(hostname)
    } finally {
      endPlace()
    }
  }
}
