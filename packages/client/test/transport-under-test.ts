import type { Doorkit } from '@doorkit/server'
import type { FetchFunction } from '../src/index.ts'

/** What the clients of wire-level tests send with: the tests run once over each transport. */
export interface TransportUnderTest {
  fetch: FetchFunction
  /** Makes a server kit reachable over the transport. */
  reach(doorkit: Doorkit): Promise<{ origin: string; fetch: FetchFunction }>
}

/** Node's own `fetch`, and the server kit called in-process, where nothing else is set. */
export const transportUnderTest: TransportUnderTest = {
  fetch: (url, init) => globalThis.fetch(url, init),
  reach: async (doorkit) => ({
    origin: 'https://api.example.com',
    fetch: (url, init) => doorkit.fetch(new Request(url, init)),
  }),
}
