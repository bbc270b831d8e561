import { createServer } from 'node:http'
import type { Doorkit } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { inject } from 'vitest'
import type { FetchFunction } from '../../src/index.ts'
import { undiciTransport } from '../../src/undici/index.ts'
import { listen } from './listen.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The transport of the clients that a test creates without one. `test/wire` runs once over each. */
    readonly transport: 'fetch' | 'undici'
    /**
     * Whether this is `npm run test:matrix`, which runs in full the suites that `npm test` runs in
     * part.
     */
    readonly matrix: boolean
  }
}

/** The transport of the clients of the tests. */
export interface TransportUnderTest {
  readonly fetch: FetchFunction
  /** Makes a server kit reachable over the transport. */
  reach(doorkit: Doorkit): Promise<{ readonly origin: string; readonly fetch: FetchFunction }>
}

const transports: Readonly<Record<'fetch' | 'undici', () => TransportUnderTest>> = {
  // The default transport of a client.
  fetch: () => overSockets((url, init) => globalThis.fetch(url, init)),
  undici: () => overSockets(undiciTransport().fetch),
}

function overSockets(fetch: FetchFunction): TransportUnderTest {
  return {
    fetch,
    async reach(doorkit) {
      const port = await listen(createServer(toNode(doorkit)))
      return { origin: `http://127.0.0.1:${port}`, fetch }
    },
  }
}

const createdTransports = new Map<string, TransportUnderTest>()

/** The transport of this run, read at each use because runs may share modules. */
export function transportUnderTest(): TransportUnderTest {
  const name = inject('transport')
  const transport = createdTransports.get(name) ?? transports[name]()
  createdTransports.set(name, transport)
  return transport
}
