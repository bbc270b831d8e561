import { DoorkitError } from './errors/doorkit-error.ts'

/**
 * Checks the address of the API, and removes a slash at its end.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkBaseUrl(baseUrl: string | undefined): string {
  if (!baseUrl) {
    throw new DoorkitError('invalid_option', 'Set baseUrl, or the variable DOORKIT_BASE_URL')
  }
  const url = URL.parse(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new DoorkitError('invalid_option', 'baseUrl must be an address such as https://host/v1')
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new DoorkitError('invalid_option', 'baseUrl must have no user, query or fragment')
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new DoorkitError(
      'invalid_option',
      'baseUrl must begin with https://, so that nobody on the way reads the key',
    )
  }
  return url.href.replace(/\/+$/, '')
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
