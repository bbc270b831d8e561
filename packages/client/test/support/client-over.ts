import { type Client, type ClientOptions, createClient } from '../../src/index.ts'

/** A client over a `fetch` of the test, which uses no network. */
export function clientOver(fetch: ClientOptions['fetch'], options: ClientOptions = {}): Client {
  const baseUrl = 'https://api.example.com/v1'
  return createClient({ apiKey: 'dk_test_secret', baseUrl, fetch, ...options })
}
