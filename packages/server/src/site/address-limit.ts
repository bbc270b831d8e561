import { siteLimits } from '@doorkit/models/site'
import ipaddr from 'ipaddr.js'
import { Failure } from '../errors/failure.ts'
import { createBoundedMap } from '../limits/bounded-map.ts'
import { mostKnownAddresses } from '../limits/bounds.ts'

const windowMs = 60_000

/**
 * Counts the requests from each address, in the memory of this process. The store never contains the
 * address, and requests over the limit do not reach the store.
 */
export function createAddressLimit(perMinute: number = siteLimits.addressRequestsPerMinute) {
  const windows = createBoundedMap<{ count: number; endsAt: number }>(mostKnownAddresses)
  /** @throws Failure `rate_limited` for a request over the limit. */
  return (address: string, now: number): void => {
    const network = networkOf(address)
    const known = windows.get(network)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs }
    if (window !== known) windows.set(network, window)
    window.count += 1
    if (window.count <= perMinute) return
    const seconds = Math.max(1, Math.ceil((window.endsAt - now) / 1_000))
    const detail = `Too many requests came from this address. Wait ${seconds} s.`
    throw new Failure('rate_limited', detail, { headers: { 'Retry-After': String(seconds) } })
  }
}

/**
 * Returns the network whose requests are counted together: an IPv4 address alone, or the /64 network of
 * an IPv6 address, because a provider gives all addresses of such a network to one customer.
 */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')
}
