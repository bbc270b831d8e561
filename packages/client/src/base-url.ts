import { DoorkitError } from './errors/doorkit-error.ts'

/**
 * Checks the address of the API, and removes slashes at its end.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkBaseUrl(baseUrl = ''): string {
  const address = URL.parse(baseUrl)?.href ?? ''
  if (!/^https?:\/\/[^/@]+\/[^?#]*$/.test(address)) {
    throw new DoorkitError(
      'invalid_option',
      'Set baseUrl, or the variable DOORKIT_BASE_URL, to an address such as https://host/v1, with no user, query or fragment',
    )
  }
  if (!/^(https|http:\/\/(([^/]+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/])/.test(address)) {
    throw new DoorkitError(
      'invalid_option',
      'baseUrl must begin with https://: else the key can be read on the way',
    )
  }
  return address.replace(/\/+$/, '')
}
