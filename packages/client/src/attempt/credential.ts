import { DoorkitError } from '../errors/doorkit-error.ts'
import { environmentVariable } from './environment.ts'

/** The secret key or access token of a client, or what gives it: the value of `apiKey`. */
export type GivenKey = string | (() => string | Promise<string>)

/** The credential that a client authenticates with. */
export interface Credential {
  /**
   * The key of the next request. A key of the environment is read and checked at the first use.
   *
   * @throws DoorkitError `invalid_option`
   */
  key(): Promise<string>
  /** A text of a server or of the network without the key, which servers may echo. */
  redact(text: string): string
}

/** Access tokens, made for a connected application and valid for an hour, begin like this (docs/api.md#api-keys). */
const accessToken = /^dko_/

/** The newest keys of a client whose function gives one after the other. */
const rememberedKeys = 3

/** A beginning of the key at the end of a cut text counts as an echo from this length on. */
const shortestEcho = 8

/**
 * Holds the key of a client. A text is checked at once, a function or the environment when it is
 * first used.
 *
 * @throws DoorkitError `invalid_option`
 */
export function createCredential(given: GivenKey | undefined): Credential {
  let used: readonly string[] = []

  function use(asked: unknown): string {
    const apiKey = checkApiKey(asked)
    if (used[0] !== apiKey) used = [apiKey, ...used].slice(0, rememberedKeys)
    return apiKey
  }

  let fixed = given == null || typeof given === 'function' ? undefined : use(given)
  return {
    async key() {
      // A function that gives none has lost its key: another one would be another workspace's.
      if (typeof given === 'function') return use(await given())
      fixed ??= use(given ?? environmentVariable('DOORKIT_API_KEY'))
      return fixed
    },
    redact(text) {
      let clean = text
      for (const key of used) clean = withoutKey(clean, key)
      return clean
    },
  }
}

function withoutKey(text: string, key: string): string {
  const clean = text.replaceAll(key, '[api key]')
  const beginning = key.slice(0, shortestEcho)
  for (let at = clean.indexOf(beginning); at >= 0; at = clean.indexOf(beginning, at + 1)) {
    if (key.startsWith(clean.slice(at))) return `${clean.slice(0, at)}[api key]`
  }
  return clean
}

/**
 * Checks a key before it is used. No message repeats any of it.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkApiKey(apiKey: unknown): string {
  if (apiKey === undefined || apiKey === '') {
    throw new DoorkitError(
      'invalid_option',
      'There is no API key. Set apiKey, or the variable DOORKIT_API_KEY.',
    )
  }
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new DoorkitError('invalid_option', 'apiKey must be a key, without spaces. Copy it again.')
  }
  // A server that renders pages may imitate one of the two; only a browser has both.
  const isPage = 'window' in globalThis && 'document' in globalThis
  if (isPage && !accessToken.test(apiKey)) {
    throw new DoorkitError(
      'invalid_option',
      'In a browser every visitor can read the key. Call the API from your server.',
    )
  }
  return apiKey
}
