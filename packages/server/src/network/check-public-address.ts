import ipaddr from 'ipaddr.js'
import { invalid } from '../errors/failure.ts'

/** Resolves a host name to its addresses; rejects if it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

// The address of Azure's host node. ipaddr.js treats it as public.
const alsoPrivate = ['168.63.129.16']
// IPv6 addresses outside this range are not public, although ipaddr.js treats some of them as public.
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') {
    return parsed.range() === 'unicast' && !alsoPrivate.includes(parsed.toString())
  }
  // A NAT64 address leads to the IPv4 address in its last four bytes (RFC 6052).
  if (parsed.range() === 'rfc6052') {
    return isPublicAddress(parsed.toByteArray().slice(12).join('.'))
  }
  return parsed.range() === 'unicast' && parsed.match(globalUnicast)
}

export interface UrlCheck {
  readonly resolve: Resolve
  /** Allows private hosts, and plain HTTP to them: for development. */
  readonly allowPrivate: boolean
}

/**
 * Checks the address of a webhook endpoint (docs/api.md#addresses-of-endpoints): HTTPS, a public host
 * name, no credentials. A name that resolves to a private address is refused. A name that does not
 * resolve is accepted, and fails when it is used.
 *
 * @throws Failure `invalid_request` naming `url`.
 */
export async function checkPublicUrl(text: string, check: UrlCheck): Promise<void> {
  if (check.allowPrivate && (await mayBePrivate(checkScheme(text, webSchemes), check.resolve))) {
    return
  }
  await checkResolved(checkPublicName(text, ['https']), check.resolve)
}

/**
 * Checks the address of a knowledge page in the same way, but it may also use HTTP or a public IP
 * address.
 *
 * @throws Failure `invalid_request` naming `url`.
 */
export async function checkPageUrl(text: string, check: UrlCheck): Promise<void> {
  const url = checkScheme(text, webSchemes)
  if (check.allowPrivate) return
  const address = literalAddress(url)
  if (address === null) await checkResolved(checkPublicName(text, webSchemes), check.resolve)
  else if (!isPublicAddress(address)) throw invalid('url', 'Use a public host.')
}

/** The IP address in a URL; null if it has a host name. */
export function literalAddress({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return ipaddr.isValid(host) ? host : null
}

const webSchemes = ['https', 'http']

async function checkResolved(url: URL, resolve: Resolve): Promise<void> {
  if (await resolvesToPrivate(url, resolve)) {
    throw invalid('url', 'This host name resolves to a private address. Use a public host.')
  }
}

/** A name that does not resolve is not private. */
async function resolvesToPrivate({ hostname }: URL, resolve: Resolve): Promise<boolean> {
  const addresses = await resolve(hostname).catch(() => [])
  return !addresses.every(isPublicAddress)
}

/**
 * Whether a URL may lead to a private host. A host name over HTTPS is not resolved: it is allowed
 * whether it is private or public.
 */
async function mayBePrivate(url: URL, resolve: Resolve): Promise<boolean> {
  const address = literalAddress(url)
  if (address !== null) return !isPublicAddress(address)
  return url.protocol === 'https:' || isLocalName(url) || resolvesToPrivate(url, resolve)
}

function isLocalName({ hostname }: URL): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase()
  return !host.includes('.') || /\.(localhost|local|internal)$/.test(host)
}

/** @throws Failure `invalid_request` naming `url`. */
export function checkPublicName(text: string, schemes: readonly string[]): URL {
  const url = checkScheme(text, schemes)
  if (literalAddress(url) !== null || isLocalName(url)) {
    throw invalid('url', 'Use a public host name, not an IP address or a local name.')
  }
  return url
}

function checkScheme(text: string, schemes: readonly string[]): URL {
  // The URL parser would also accept spaces, and a URL without slashes.
  const url = /^\w+:\/\/[^\s\\]+$/.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!url || !schemes.includes(url.protocol.replace(':', ''))) {
    throw invalid('url', `Use a valid address that begins with ${schemes.join(':// or ')}://.`)
  }
  if (url.username || url.password) {
    throw invalid('url', 'Leave the username and the password out of the address.')
  }
  return url
}
