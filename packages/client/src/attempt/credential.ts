import { DoorkitError } from '../errors/doorkit-error.ts'
import { environmentVariable } from './environment.ts'

/** The value of `apiKey`: a secret API key, an access token, or a function that returns one. */
export type ApiKeySource = string | (() => string | Promise<string>)

export type Credential = ReturnType<typeof createCredential>

/** The prefix of the access tokens of connected apps (docs/api.md#api-keys). */
const accessTokenPrefix = /^dko_/

/** How many API keys are remembered and redacted, if a function returns different ones. */
const mostRedactedKeys = 3

/** From this length on, the start of an API key at the end of a truncated text is redacted as well. */
const shortestEcho = 8

/**
 * Creates the credential of a client. A string is checked immediately, the result of a
 * function at each use, and the environment variable at the first use.
 */
export function createCredential(given: ApiKeySource | undefined) {
  let usedKeys: readonly string[] = []

  function checkAndRemember(value: unknown): string {
    const apiKey = checkApiKey(value)
    if (usedKeys[0] !== apiKey) usedKeys = [apiKey, ...usedKeys].slice(0, mostRedactedKeys)
    return apiKey
  }

  let fixedKey = given == null || typeof given === 'function' ? undefined : checkAndRemember(given)
  return {
    /** The API key of the next request. */
    async apiKey(): Promise<string> {
      // An undefined result is refused: the API key of the environment may belong to another workspace.
      if (typeof given === 'function') return checkAndRemember(await given())
      fixedKey ??= checkAndRemember(given ?? environmentVariable('DOORKIT_API_KEY'))
      return fixedKey
    },
    /** Removes the API key from a text of the server or the network, because the text may repeat it. */
    redact(text: string) {
      let clean = text
      for (const apiKey of usedKeys) clean = withoutApiKey(clean, apiKey)
      return clean
    },
  }
}

function withoutApiKey(text: string, apiKey: string): string {
  const clean = text.replaceAll(apiKey, '[api key]')
  const beginning = apiKey.slice(0, shortestEcho)
  for (let at = clean.indexOf(beginning); at >= 0; at = clean.indexOf(beginning, at + 1)) {
    if (apiKey.startsWith(clean.slice(at))) return `${clean.slice(0, at)}[api key]`
  }
  return clean
}

/** Checks an API key before it is used. No error message repeats any of it. */
function checkApiKey(apiKey: unknown): string {
  if (apiKey === undefined || apiKey === '') {
    throw new DoorkitError(
      'invalid_option',
      'There is no API key. Set apiKey, or the variable DOORKIT_API_KEY.',
    )
  }
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new DoorkitError('invalid_option', 'apiKey must be ASCII without spaces. Copy it again.')
  }
  // The pages of a website show their site key to everybody (docs/site-api.md).
  if (apiKey.startsWith('pk_')) {
    throw new DoorkitError('invalid_option', 'apiKey is a site key. Set a secret API key.')
  }
  // Server-side rendering may define one of the two; only a browser has both.
  const isPage = 'window' in globalThis && 'document' in globalThis
  if (isPage && !accessTokenPrefix.test(apiKey)) {
    throw new DoorkitError(
      'invalid_option',
      'In a browser, every visitor can read the API key. Call the API from your server.',
    )
  }
  return apiKey
}
