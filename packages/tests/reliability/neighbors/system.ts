import { setTimeout as wait } from 'node:timers/promises'
import type { Round } from '../campaign.ts'
import type { AttackResult, Call } from './attack.ts'
import { type Child, startChild } from './child.ts'
import type { Size } from './fill.ts'
import type { Cost } from './meter.ts'
import type { NeighborMethods, OtherWorkspace, Waits } from './neighbor.ts'
import type { Scene } from './operations.ts'
import type { ServerInput, ServerMethods, ServerReady } from './server.ts'

/** A server and a neighbor, each in a child process. The attacker runs in this process. */
export interface System {
  readonly origin: string
  /** An API key of the workspace that attacks. */
  readonly secret: string
  readonly scene: Scene
  isRunning(): boolean
  /** Runs an attack while the other workspace sends requests. */
  measure(run: () => Promise<AttackResult>): Promise<Measurement>
  kill(): Promise<void>
}

/** The effects of an attack. */
export interface Measurement {
  readonly attacked: AttackResult
  readonly waits: Waits
  /** Null if the server died. */
  readonly cost: Cost | null
  /** The error with which the server died; null if it lives. */
  readonly death: string | null
}

/** The settings of a system. */
export interface SystemOptions {
  readonly store: string
  readonly size: Size
  readonly site: string
  readonly endless: boolean
  /** How long the other workspace sends requests, at least. */
  readonly leastMs: number
}

const heapMb = 384

/** Each measurement opens new chats, because a message takes longer in a longer chat. */
const chatsPerMeasurement = 25

/** Starts a server on an empty store, fills the store, and starts the other workspace. */
export async function startSystem(options: SystemOptions, round: Round): Promise<System> {
  const { store, size, site, endless, leastMs } = options
  const input: ServerInput = { store, size, site, endless }
  const flags = [`--max-old-space-size=${heapMb}`, '--expose-gc']
  const server: Child<ServerReady, ServerMethods> = await startChild(
    new URL('./server.ts', import.meta.url),
    input,
    round,
    ...flags,
  )
  const { origin, attacker, neighbor: workspace } = server.ready
  const neighbor: Child<null, NeighborMethods> = await startChild(
    new URL('./neighbor.ts', import.meta.url),
    workspace satisfies OtherWorkspace,
    round,
  )
  /** Opens a chat with its first message, which does more than the next ones. */
  async function openChat(): Promise<string> {
    const post = (path: string, body: object) =>
      sendOne(origin, workspace.secret, { method: 'POST', path: `/chat/sessions${path}`, body })
    const { id } = await post('', {})
    await post(`/${id}/messages`, { text: workspace.question })
    return `${id}`
  }
  return {
    origin,
    secret: attacker.secret,
    scene: { ...attacker, site, send: (call) => sendOne(origin, attacker.secret, call) },
    isRunning: server.isRunning,
    async measure(run) {
      const chats = await Promise.all(Array.from({ length: chatsPerMeasurement }, openChat))
      await server.ask('calm')
      await server.ask('begin')
      await neighbor.ask('begin', chats)
      const [attacked] = await Promise.all([run(), wait(leastMs)])
      const waits = await neighbor.ask('end')
      const ended = await server.ask('end').catch((error: Error) => error)
      if (!(ended instanceof Error)) return { attacked, waits, cost: ended, death: null }
      return { attacked, waits, cost: null, death: ended.message }
    },
    async kill() {
      await Promise.all([server.kill(), neighbor.kill()])
    },
  }
}

async function sendOne(origin: string, secret: string, call: Call) {
  const { method, path, body } = call
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}
