// Bun has a stand-in under the plain name, which cannot pin addresses.
import { Agent } from 'undici/index.js'
import type { Resolve } from './public-address.ts'

/** How long an unused connection is kept. */
const keepAliveMs = 10_000

/** How a {@link createPublicAgent} connects. */
export interface PublicAgentOptions {
  readonly resolve: Resolve
  /** Whether an address may be connected to. One that may not refuses the whole host name. */
  readonly allows: (address: string) => boolean
  /** For one connection to be made, in milliseconds. */
  readonly connectTimeoutMs: number
}

/**
 * Makes an undici agent that connects only to addresses which were checked after they were
 * resolved: a name cannot point elsewhere between the check and the connection. A literal address
 * in a URL is never resolved, so the caller checks that one itself.
 */
export function createPublicAgent({
  resolve,
  allows,
  connectTimeoutMs,
}: PublicAgentOptions): Agent {
  return new Agent({
    connect: {
      timeout: connectTimeoutMs,
      lookup: (hostname, options, callback) => {
        resolve(hostname).then(
          (addresses) => {
            const first = addresses[0]
            if (first === undefined || !addresses.every(allows)) {
              callback(new PrivateAddressError(), '', 0)
            } else if (options.all) {
              callback(
                null,
                addresses.map((address) => ({ address, family: familyOf(address) })),
              )
            } else {
              callback(null, first, familyOf(first))
            }
          },
          (error: NodeJS.ErrnoException) => callback(error, '', 0),
        )
      },
    },
    keepAliveTimeout: keepAliveMs,
    // A connection of HTTP/2 that is cut ends every request on it.
    allowH2: false,
  })
}

const familyOf = (address: string) => (address.includes(':') ? 6 : 4)

class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
  readonly code = 'DOORKIT_PRIVATE_ADDRESS'
}
