import { DoorkitError } from './errors/doorkit-error.ts'

/** How the access tokens begin that are made for one user and last an hour (spec: Authentication). */
const accessToken = /^dko_/

/**
 * Checks a key before it is used. No message repeats any of it.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkApiKey(apiKey = ''): string {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new DoorkitError('invalid_option', 'Set apiKey to a key without spaces: copy it again')
  }
  // What imitates only one of them, as for rendering on a server, is no browser.
  const isPage = 'window' in globalThis && 'document' in globalThis
  if (isPage && !accessToken.test(apiKey)) {
    throw new DoorkitError(
      'invalid_option',
      'In a browser every visitor can read the key: call the API from your server',
    )
  }
  return apiKey
}
