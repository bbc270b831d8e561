import { promises as dns } from 'node:dns'
import type { Clock } from '../ports/clock.ts'
import { type TimeLimit, withinTime } from '../ports/within-time.ts'
import { createHosts } from './hosts-file.ts'
import type { Resolve } from './public-address.ts'

/** How a {@link createResolver} finds addresses. */
export interface ResolverOptions {
  readonly clock: Clock
  /**
   * Whether a name that no name server knows is looked up as other programs of this machine do,
   * with search domains and whatever else it is set up for. Only names of a private network need it.
   */
  readonly asMachine: boolean
  /** The name servers, as `dns.setServers` takes them. Default: those of the machine. */
  readonly servers?: readonly string[] | undefined
  /** Where the hosts file is. Default: where the system keeps it. */
  readonly hostsFile?: string | undefined
  /** How the machine looks names up. Default `getaddrinfo`. */
  readonly lookup?: Resolve | undefined
}

const limitMs = 3_000
const knownMs = 30_000
// A name that was not found may have just been made.
const unknownMs = 5_000
const maxNames = 1_000
// `getaddrinfo` holds a thread for 10 seconds or longer without an answer, and half of Node's
// four may do so at once: past these, a lookup waits in vain until its time is up.
const machineLookups = 2

const machineLookup: Resolve = async (hostname) =>
  (await dns.lookup(hostname, { all: true })).map(({ address }) => address)

interface Known {
  readonly addresses: Promise<readonly string[]>
  until: number
}

/**
 * Makes the resolver of the server kit: the hosts file, then name servers, asked without a thread
 * of their own, so that names without an answer hold up no others. A name is found, or not,
 * within 3 seconds, and remembered for up to 30 (5 when it was not found).
 */
export function createResolver(options: ResolverOptions): Resolve {
  const { clock, asMachine, servers, lookup = machineLookup } = options
  const resolver = new dns.Resolver({ timeout: limitMs / 2, tries: 2 })
  if (servers) resolver.setServers(servers)
  const hosts = createHosts(clock, options.hostsFile)
  const names = new Map<string, Known>()
  let lookups = 0

  async function lookUp(name: string): Promise<readonly string[]> {
    if (lookups >= machineLookups) throw resolverError('ETIMEOUT', name)
    lookups += 1
    return lookup(name).finally(() => {
      lookups -= 1
    })
  }

  async function find(name: string): Promise<readonly string[]> {
    const own = (await hosts()).get(name)
    if (own) return own
    const found = await askServers(resolver, clock, name)
    if (found.addresses.length > 0) return found.addresses
    const isMachines = asMachine || found.code === 'ECONNREFUSED'
    if (!isMachines || found.code === 'ETIMEOUT') throw resolverError(found.code, name)
    return withinTime(limitOf(clock, name), () => lookUp(name))
  }

  return (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const known = names.get(name)
    if (known && known.until > clock.now()) return known.addresses
    const entry: Known = { addresses: find(name), until: Number.POSITIVE_INFINITY }
    names.delete(name)
    names.set(name, entry)
    for (const oldest of names.keys()) {
      if (names.size <= maxNames) break
      names.delete(oldest)
    }
    entry.addresses.then(
      () => {
        entry.until = clock.now() + knownMs
      },
      () => {
        entry.until = clock.now() + unknownMs
      },
    )
    return entry.addresses
  }
}

/**
 * The resolver of a host, held to the time of the kit's own: a name that it finds no answer to in 3
 * seconds is one that does not resolve.
 */
export function boundedResolve(resolve: Resolve, clock: Clock): Resolve {
  return (name) => withinTime(limitOf(clock, name), () => resolve(name))
}

/** Both kinds of addresses, or those that came in time. */
async function askServers(resolver: dns.Resolver, clock: Clock, name: string) {
  const came: string[][] = [[], []]
  const codes: string[] = []
  const ask = async (at: number, answer: Promise<string[]>) => {
    came[at] = await answer.catch((error: NodeJS.ErrnoException) => {
      codes.push(error.code ?? 'ENOTFOUND')
      return []
    })
  }
  const asked = Promise.all([ask(0, resolver.resolve4(name)), ask(1, resolver.resolve6(name))])
  const isInTime = await withinTime(limitOf(clock, name), () => asked).then(
    () => true,
    () => false,
  )
  const code = isInTime ? (codes.find((code) => code !== 'ENODATA') ?? 'ENOTFOUND') : 'ETIMEOUT'
  return { addresses: came.flat(), code }
}

function limitOf(clock: Clock, name: string): TimeLimit {
  return { clock, limitMs, late: () => resolverError('ETIMEOUT', name) }
}

function resolverError(code: string, name: string): Error {
  return Object.assign(new Error(`The name ${name} was not found (${code}).`), { code })
}
