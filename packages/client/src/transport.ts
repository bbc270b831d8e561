import { ConnectionError } from './errors/connection-error.ts'
import type { FetchFunction } from './fetch-function.ts'
import type { SendAttempt } from './middleware.ts'

/** What the innermost layer needs. */
export interface TransportOptions {
  readonly fetch: FetchFunction
  readonly apiKey: string
}

/**
 * The innermost layer of an attempt: adds the key and sends. It never follows a redirect, so that
 * the key reaches no other host.
 */
export function createTransport({ fetch, apiKey }: TransportOptions): SendAttempt {
  const authorization = `Bearer ${apiKey}`
  return async (request) => {
    const { url, headers, signal } = request
    try {
      const sent = { ...request, headers: { authorization, ...headers }, redirect: 'manual' }
      return await fetch(url, sent as RequestInit)
    } catch (error) {
      throw signal.aborted ? signal.reason : new ConnectionError(error)
    }
  }
}
