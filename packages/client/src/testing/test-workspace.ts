import { scopes as allScopes } from '@doorkit/models'
import {
  CrawlError,
  type CrawledPage,
  type Crawler,
  createDoorkit,
  type Doorkit,
  memoryStore,
  type Recorder,
  type WorkspaceInfo,
} from '@doorkit/server'
import { type Client, createClient } from '../client.ts'
import { createFakeFetch, type FakeFetch } from './fake-fetch.ts'
import { createFaults, type Faults } from './faults.ts'
import { createReceiver, type ReceivedDelivery } from './receiver.ts'
import type { RecordedRequest, RequestEntry } from './request-log.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import type { TestWorkspaceOptions } from './test-workspace-options.ts'

/** The connection of clients to a test workspace. */
export interface TestConnection {
  /** An API key of the workspace, with every scope by default. */
  readonly apiKey: string
  /** An address whose host cannot exist. */
  readonly baseUrl: string
  /** Reaches only the server of this workspace. */
  readonly fetch: FakeFetch['fetch']
  /** The clock of client and server. */
  readonly clock: TestClock
  /** Varies the waits between attempts. Default: always 0.5, so that every run waits the same. */
  readonly random: () => number
}

/** A workspace for one test: a real server kit in the same process, without sockets. */
export interface TestWorkspace {
  /** A client of the workspace. */
  readonly client: Client
  /** The options for another client of the workspace: `createClient({ ...connection, apiKey })`. */
  readonly connection: TestConnection
  /** The server kit, which creates API keys and changes the workspace's plan and billing. */
  readonly server: Doorkit
  /** The workspace as it was created. */
  readonly workspace: WorkspaceInfo
  /** Reports to the server what happened on the site and in the calendar. */
  readonly record: Recorder
  /** Moves the time of client and server. */
  readonly clock: TestClock
  /** Makes requests fail. */
  readonly faults: Faults
  /** The webhooks that were sent, oldest first. `clock.advance` and `clock.settle` send them. */
  readonly deliveries: readonly ReceivedDelivery[]
  /** The requests that clients sent, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** Closes the workspace: hanging requests fail, and the server accepts no more requests. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const baseUrl = 'https://api.doorkit.test/v1'

// Every host name resolves to this address, but nothing is ever sent to it.
const publicAddress = '93.184.215.14'

/**
 * Creates a workspace for a test, in memory, with the behavior of the real API. Every run is the same,
 * except for random ids, API keys and secrets. Needs `@doorkit/server` and `@doorkit/webhooks`.
 */
export async function createTestWorkspace(
  options: TestWorkspaceOptions = {},
): Promise<TestWorkspace> {
  const { plan, scopes = allScopes, skipWaits = true, pages = {} } = options
  const random = options.client?.random ?? (() => 0.5)
  const requests: RequestEntry[] = []
  const deliveries: ReceivedDelivery[] = []
  const faults = createFaults()
  const store = memoryStore()
  const clock = createTestClock(Number(options.startsAt ?? Date.UTC(2026, 9, 12, 9, 30)), {
    skipsWaits: skipWaits,
    isBusy: () => network.isBusy(),
    async work() {
      await server.worker.tick()
      receiver.rethrow()
    },
    nextDueAt: () => server.worker.nextDueAt(),
  })
  const receiver = createReceiver(clock.now, deliveries, options.receive)
  const server = createDoorkit({
    random: () => 0.5,
    crawler: createPageReader(pages),
    ...options.server,
    store,
    clock,
    sender: receiver,
    resolve: async () => [publicAddress],
  })
  const network: FakeFetch = createFakeFetch({
    server,
    clock,
    faults,
    requests,
    basePath: new URL(baseUrl).pathname,
    passesTime: skipWaits,
  })

  const workspace = await server.workspaces.create({
    name: 'Test workspace',
    website: 'https://acme.example',
    mode: 'test',
    plan,
  })
  const apiKey = await server.keys.create({ workspace: workspace.id, name: 'Test', scopes })
  const connection = { apiKey: apiKey.secret, baseUrl, fetch: network.fetch, clock, random }
  const close = async () => {
    network.close()
    await server.close()
  }
  return {
    client: createClient({ ...options.client, ...connection }),
    connection,
    server,
    workspace,
    record: server.record(workspace.id),
    clock,
    faults,
    deliveries,
    requests,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Reads knowledge pages from a table instead of the web; any other URL answers 404. */
function createPageReader(pages: Readonly<Record<string, string | CrawledPage>>): Crawler {
  return {
    async read(url) {
      const page = Object.hasOwn(pages, url) ? pages[url] : undefined
      if (page === undefined) throw new CrawlError('http_status', 'HTTP 404')
      if (typeof page !== 'string') return page
      return { title: null, sections: [{ heading: null, text: page }] }
    },
  }
}
