import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { CallOptions } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { nextTick } from '../support/next-tick.ts'
import { clientOf, hang, type Reply, stall, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'
import { watchedFetch } from '../support/watched-fetch.ts'

const failures: [string, CallOptions, string][] = [
  ['an attempt that times out', { timeout: 200 }, 'TimeoutError'],
  ['a call that exceeds its deadline', { deadline: 200 }, 'DeadlineError'],
  ['an aborted call', {}, 'AbortedError'],
]
const phases: [string, Reply][] = [
  ['before its answer', hang],
  ['in its body', stall],
]

describe.each(failures)('%s', (_what, options, name) => {
  test.each(phases)('prints operation, host and caller: %s', async (_phase, reply) => {
    const clock = createTestClock()
    const server = await startServer(reply)
    const host = `${server.origin.replace('http://', '')}/v1`
    const { fetch, answered } = watchedFetch()
    const controller = new AbortController()
    const client = clientOf(server, { clock, fetch, maxRetries: 0, ...options })
    async function nightlySync() {
      await client.contacts.get('ct_1', { signal: controller.signal })
    }
    const failure = failureOf(nightlySync())
    await (reply === hang ? server.arrived(1) : answered)
    if (name === 'AbortedError') controller.abort(new Error('the user left'))
    else clock.expire()
    const error = await failure
    // `fetch` may still change the error with which it was aborted.
    await nextTick()
    const { stack = '' } = error as Error
    for (const printedError of [inspect(error), stack]) {
      expect(printedError).toMatch(new RegExp(`^${name}: contacts\\.get ct_1: `))
      expect(printedError).toContain(`GET ${host}/contacts/{id}`)
      expect(printedError).toContain('nightlySync')
    }
    expect(String(error)).toContain(host)
  })
})
