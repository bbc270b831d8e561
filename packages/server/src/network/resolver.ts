import { promises as dns } from 'node:dns'
import type { Clock } from '../ports/clock.ts'
import { type TimeLimit, withinTime } from '../ports/time-limit.ts'
import type { Resolve } from './check-public-address.ts'
import { createHosts } from './hosts-file.ts'

export interface ResolverOptions {
  readonly clock: Clock
  /**
   * Whether to look up unknown names as other programs on this machine do, with search domains and other
   * local settings. Only names in a private network need it.
   */
  readonly asMachine: boolean
  /** The name servers, in the format of `dns.setServers`. Default: the machine's name servers. */
  readonly servers?: readonly string[] | undefined
  /** The path of the hosts file. Default: the system's hosts file. */
  readonly hostsFile?: string | undefined
  /** The machine's own lookup. Default `getaddrinfo`. */
  readonly lookup?: Resolve | undefined
}

const limitMs = 3_000
const knownMs = 30_000
// Shorter than `knownMs`, because somebody may create a missing name at any time.
const unknownMs = 5_000
const maxNames = 1_000
// `getaddrinfo` blocks a thread for 10 seconds or more if there is no answer. At most two of Node's four
// threads are used for it; further lookups fail immediately.
const mostMachineLookups = 2

const machineLookup: Resolve = async (hostname) =>
  (await dns.lookup(hostname, { all: true })).map(({ address }) => address)

interface NameEntry {
  readonly addresses: Promise<readonly string[]>
  until: number
}

/**
 * Makes the server kit's resolver. It asks the name servers for names that are not in the hosts file,
 * without a thread per lookup, so that slow lookups do not delay others. The name servers must answer within
 * 3 seconds, and so must the machine's own lookup. Addresses are remembered for 30 seconds, and failures for 5.
 */
export function createResolver(options: ResolverOptions): Resolve {
  const { clock, asMachine, servers, lookup = machineLookup } = options
  const resolver = new dns.Resolver({ timeout: limitMs / 2, tries: 2 })
  if (servers) resolver.setServers(servers)
  const hosts = createHosts(clock, options.hostsFile)
  const names = new Map<string, NameEntry>()
  let lookups = 0

  async function lookUp(name: string): Promise<readonly string[]> {
    if (lookups >= mostMachineLookups) throw resolverError('ETIMEOUT', name)
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
    // If no name server can be reached, only the machine's own lookup is left.
    const asksMachine = asMachine || found.code === 'ECONNREFUSED'
    if (!asksMachine || found.code === 'ETIMEOUT') throw resolverError(found.code, name)
    return withinTime(limitOf(clock, name), () => lookUp(name))
  }

  return (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const known = names.get(name)
    if (known && known.until > clock.now()) return known.addresses
    const entry: NameEntry = { addresses: find(name), until: Number.POSITIVE_INFINITY }
    names.delete(name)
    names.set(name, entry)
    for (const oldest of names.keys()) {
      if (names.size <= maxNames) break
      names.delete(oldest)
    }
    const keepFor = (ms: number) => () => {
      entry.until = clock.now() + ms
    }
    entry.addresses.then(keepFor(knownMs), keepFor(unknownMs))
    return entry.addresses
  }
}

/**
 * Adds a time limit to a resolver of the host: a name without an answer within 3 seconds does not resolve.
 */
export function boundedResolve(resolve: Resolve, clock: Clock): Resolve {
  return (name) => withinTime(limitOf(clock, name), () => resolve(name))
}

/**
 * Asks for IPv4 and IPv6 addresses. Returns the addresses that arrive in time, and the error code to
 * report if none arrives.
 */
async function askServers(resolver: dns.Resolver, clock: Clock, name: string) {
  const answers: string[][] = [[], []]
  const codes: string[] = []
  const ask = async (at: number, answer: Promise<string[]>) => {
    answers[at] = await answer.catch((error: NodeJS.ErrnoException) => {
      codes.push(error.code ?? 'ENOTFOUND')
      return []
    })
  }
  const both = Promise.all([ask(0, resolver.resolve4(name)), ask(1, resolver.resolve6(name))])
  const isInTime = await withinTime(limitOf(clock, name), () => both).then(
    () => true,
    () => false,
  )
  const code = isInTime ? (codes.find((code) => code !== 'ENODATA') ?? 'ENOTFOUND') : 'ETIMEOUT'
  return { addresses: answers.flat(), code }
}

function limitOf(clock: Clock, name: string): TimeLimit {
  return { clock, limitMs, late: () => resolverError('ETIMEOUT', name) }
}

function resolverError(code: string, name: string): Error {
  return Object.assign(new Error(`The name ${name} could not be resolved (${code}).`), { code })
}
