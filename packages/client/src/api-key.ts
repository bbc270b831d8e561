import { DoorkitError } from './errors/doorkit-error.ts'

/** How the access tokens begin that are made for one user and last an hour (spec: Authentication). */
const accessTokenPrefix = 'dko_'

/**
 * Checks a key before it is used. No message repeats any of it.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkApiKey(apiKey = ''): string {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new DoorkitError(
      'invalid_option',
      apiKey
        ? 'apiKey has a space, a line break or another character no key has: copy it again'
        : 'Set apiKey, or the variable DOORKIT_API_KEY',
    )
  }
  if (isBrowserPage() && !apiKey.startsWith(accessTokenPrefix)) {
    throw new DoorkitError(
      'invalid_option',
      'A secret key in a browser can be read by every visitor: call the API from your server',
    )
  }
  return apiKey
}

function isBrowserPage(): boolean {
  return 'window' in globalThis && 'document' in globalThis
}
