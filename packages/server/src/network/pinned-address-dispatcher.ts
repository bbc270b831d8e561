// Bun replaces the plain name `undici` with its own version, which cannot pin addresses.
import { Agent } from 'undici/index.js'
import type { Resolve } from './check-public-address.ts'

/** How long an unused connection is kept if its server does not say how long to keep it. */
const keepAliveMs = 10_000

export interface PinnedAddressDispatcherOptions {
  readonly resolve: Resolve
  /** Whether an address is allowed. If one address of a host name is not, the whole name is refused. */
  readonly allows: (address: string) => boolean
  /** How long opening a connection may take, in milliseconds. */
  readonly connectTimeoutMs: number
}

/**
 * Makes an undici agent that checks every resolved address and connects only to checked ones: a name
 * cannot change its address between the check and the connection. Literal addresses in a URL are never
 * resolved, so they must be checked beforehand.
 */
export function createPinnedAddressDispatcher({
  resolve,
  allows,
  connectTimeoutMs,
}: PinnedAddressDispatcherOptions): Agent {
  return new Agent({
    connect: {
      timeout: connectTimeoutMs,
      lookup: (hostname, options, callback) => {
        resolve(hostname).then(
          (addresses) => {
            const first = addresses[0]
            if (first === undefined) {
              callback(Object.assign(new Error('No addresses.'), { code: 'ENOTFOUND' }), '', 0)
            } else if (!addresses.every(allows)) {
              const error = new Error('An address is private.')
              callback(Object.assign(error, { code: 'DOORKIT_PRIVATE_ADDRESS' }), '', 0)
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
    // When an HTTP/2 connection is cut, every request on it fails.
    allowH2: false,
  })
}

const familyOf = (address: string) => (address.includes(':') ? 6 : 4)
