import { onTestFinished } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../../src/index.ts'
import { type FaultServer, startFaultServer } from '../faults/fault-server.ts'
import { json, type Reply } from '../faults/reply.ts'
import { transportUnderTest } from './transport-under-test.ts'

export { cutOff, hang, json, page, type Reply, reset, stall } from '../faults/reply.ts'

/** A fault server that the test does not have to close. */
export type ScriptedServer = Omit<FaultServer, 'close'>

/** Starts a scripted server that lives as long as the test. */
export async function startServer(...script: Reply[]): Promise<ScriptedServer> {
  const server = await startFaultServer(...script)
  onTestFinished(server.close)
  return server
}

/** A client of a scripted server. */
export function clientOf(
  { origin }: Pick<ScriptedServer, 'origin'>,
  options: ClientOptions = {},
): Client {
  const { fetch } = transportUnderTest()
  return createClient({ apiKey: 'dk_test_secret', baseUrl: `${origin}/v1`, fetch, ...options })
}

/** Refuses with a problem document. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Reply {
  const type = `https://doorkit.dev/docs/api#${code}`
  const problem = { type, title: 'Refused', status, code, detail: 'Why.', request_id: 'req_1' }
  return json(problem, status, { 'content-type': 'application/problem+json', ...headers })
}

/** A list envelope. */
export function listOf(data: readonly unknown[], nextCursor: string | null = null) {
  return { object: 'list', data, has_more: nextCursor !== null, next_cursor: nextCursor }
}

/** The headers of a budget: the remaining requests, and the seconds until the window ends. */
export function budget(remaining: number, reset: number, limit = 2): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
  }
}
