import { DoorkitError } from './errors/doorkit-error.ts'

/** With https, or on the loopback interface: else the key could be read on the way. */
const safeAddress =
  /^(https:\/\/[^/@]+|http:\/\/([^/@]+\.)?(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?)\/[^?#]*$/

/**
 * Checks the address of the API, and removes slashes at its end.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkBaseUrl(baseUrl: string): string {
  const address = String(URL.parse(baseUrl))
  if (safeAddress.test(address)) return address.replace(/\/+$/, '')
  throw new DoorkitError(
    'invalid_option',
    'Set baseUrl to one such as https://host/v1: no user, query or fragment, http:// for localhost',
  )
}
