import { allWords } from '../../../server/test/support/largest.ts'
import { type AttackResult, attack, type Call, pipeline } from './attack.ts'
import type { Scene } from './operations.ts'

/** A client that uses as much as it can. */
export interface HostileClient {
  readonly name: string
  /** Whether the agent of its workspace never waits. */
  readonly endless?: true
  run(target: Target): Promise<AttackResult>
}

/** The target of an attack. */
export interface Target {
  readonly origin: string
  readonly scene: Scene
}

const heldMs = 8_000
const wholeLists = '/v1/conversations?expand=messages&limit=100'

/** Sends the same calls over this many connections for a time. */
async function repeat(
  { origin, scene }: Target,
  calls: readonly Call[],
  atOnce: number,
  newConnections = false,
) {
  const pace = { atOnce, ms: 4_000, once: false, newConnections }
  return attack({ origin, secret: scene.secret }, calls, pace)
}

function sendTo(scene: Scene, body: object): Call[] {
  const path = (session: string) => `/chat/sessions/${session}/messages`
  return (scene.ids.chs_ ?? []).slice(1, 26).map((id) => ({ method: 'POST', path: path(id), body }))
}

/** Every hostile client. The last one erases half of the transcripts. */
export const hostileClients: readonly HostileClient[] = [
  {
    name: '480 lists of whole transcripts on one connection, which nobody reads',
    run: ({ origin, scene: { secret } }) => {
      const settings = { connections: 1, requests: 480, path: wholeLists, secret, reads: false }
      return pipeline(origin, settings, heldMs)
    },
  },
  {
    name: '256 answers below 64 KB, which nobody reads, on each of 40 connections',
    run: ({ origin, scene: { secret } }) => {
      const path = '/v1/contacts?limit=2'
      const settings = { connections: 40, requests: 256, path, secret, reads: false }
      return pipeline(origin, settings, heldMs)
    },
  },
  {
    name: '100 gets of a transcript of 6 MB at once',
    run: ({ origin, scene }) => {
      const path = `/chat/sessions/${scene.ids.chs_?.[0]}`
      return repeat({ origin, scene }, [{ method: 'GET', path }], 100)
    },
  },
  {
    name: '100 gets of a transcript of 6 MB that nobody reads',
    run: ({ origin, scene: { secret, ids } }) => {
      const path = `/v1/chat/sessions/${ids.chs_?.[0]}`
      const settings = { connections: 100, requests: 1, path, secret, reads: false }
      return pipeline(origin, settings, heldMs)
    },
  },
  {
    name: '28,000 requests for the OpenAPI document, without an API key, whose answers nobody reads',
    run: ({ origin }) => {
      const settings = { connections: 28, requests: 1_000, path: '/openapi.json', reads: false }
      return pipeline(origin, settings, heldMs)
    },
  },
  {
    name: '28,000 requests for the OpenAPI document, without an API key',
    run: ({ origin }) => {
      const settings = { connections: 28, requests: 1_000, path: '/openapi.json', reads: true }
      return pipeline(origin, settings, heldMs)
    },
  },
  {
    name: '25 test events at once on connections of their own',
    run: (target) => {
      const path = `/webhook_endpoints/${target.scene.ids.we_?.[0]}/test`
      return repeat(target, [{ method: 'POST', path, body: {} }], 25, true)
    },
  },
  {
    name: '25 searches at once, with all words',
    run: (target) => repeat(target, sendTo(target.scene, { text: allWords(4_000) }), 25),
  },
  {
    name: '25 agents at once that never wait',
    endless: true,
    run: (target) => {
      const body = { text: 'Hello', stream: true }
      return repeat(target, sendTo(target.scene, body), 25)
    },
  },
  {
    name: 'an erasure next to 10 large exports',
    run: async (target) => {
      const body = { email: target.scene.big }
      const exports = { method: 'POST', path: '/privacy/exports', body }
      const erasure = { method: 'POST', path: '/privacy/erasures', body }
      const [attacked] = await Promise.all([
        repeat(target, [erasure], 1),
        repeat(target, [exports], 10),
      ])
      return attacked
    },
  },
]
