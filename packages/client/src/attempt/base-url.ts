import { DoorkitError } from '../errors/doorkit-error.ts'

export interface Address {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** The only origin that the client sends requests to. */
  readonly origin: string
  /** Host and path, as errors show them: `api.example.com/v1`. */
  readonly shown: string
}

const loopback = /(^|\.)localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/

/** Addresses of private networks, names without a dot, and domains that are never public. */
const privateHost =
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$|^\[f[cd][\da-f]{2}:|^\[fe80:|^[^.[\]]+$|\.(internal|local|lan|home\.arpa)$/

/**
 * Checks the address of the API, and removes trailing slashes. Plain http would expose the API key, so
 * it is allowed only on the loopback interface and, with `allowInsecure`, on private networks.
 */
export function checkBaseUrl(baseUrl = '', allowInsecure = false): Address {
  const url = URL.parse(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw refusal('is not an address: set it, or DOORKIT_BASE_URL, to one such as https://host/v1')
  }
  const { protocol, hostname, username, password } = url
  if (username || password)
    throw refusal('contains a user or a password: put the API key into apiKey')
  if (/[?#]/.test(baseUrl)) throw refusal('has a query or a fragment: leave both out')
  if (protocol === 'http:' && !loopback.test(hostname)) {
    if (!privateHost.test(hostname)) {
      throw refusal('uses http, which would show the API key to the network: use https://')
    }
    if (!allowInsecure) {
      throw refusal(
        'uses http: use https://, or set allowInsecure if you trust the private network',
      )
    }
  }
  const address = url.href.replace(/\/+$/, '')
  return { baseUrl: address, origin: url.origin, shown: address.slice(protocol.length + 2) }
}

function refusal(problem: string): DoorkitError {
  return new DoorkitError('invalid_option', `baseUrl ${problem}`)
}
