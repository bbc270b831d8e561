import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runProgram } from './support/run-program.ts'
import { nodes } from './support/runtimes.ts'

const project = inject('fullProject')
const timeout = 120_000

const [, node] = nodes
const runTrial = (name: string) => {
  if (!node) throw new Error('No Node is listed.')
  return runProgram(node, join(project, 'programs/trials', `${name}.mjs`), {}, timeout)
}

describe('with the packed packages', { timeout }, () => {
  test('a nightly sync that was interrupted is completed, and the next sync applies the later changes', async () => {
    expect(await runTrial('nightly-sync')).toEqual({
      interrupted: 'The machine went down.',
      first: 90,
      second: 91,
      company: 'Analytical',
      stopped: 0,
    })
  })

  test('a receiver of webhooks handles each event once across a restart', async () => {
    expect(await runTrial('receiver-restart')).toEqual({
      events: 6,
      handled: 6,
      once: true,
      failed: 0,
      stopped: 0,
    })
  })

  test('a chat proxy answers the next message of a visitor who disconnected', async () => {
    expect(await runTrial('chat-proxy')).toEqual({
      status: 200,
      isWhole: true,
      texts: ['hello', 'You said hello. That is all.', 'again', 'You said again. That is all.'],
    })
  })

  test('2,000 upserts of a batch stay within the rate limit, and none of 1,500 that wait for it is lost', async () => {
    expect(await runTrial('many-upserts')).toEqual({
      succeeded: 2_000,
      failures: 0,
      refused: 0,
      lost: 0,
    })
  })

  test('Express with compression, helmet and a parser, and Fastify with a limit and a hook, serve the API', async () => {
    const served = {
      email: 'ada@example.com',
      texts: ['Early.', ' Late.'],
      type: 'application/json',
    }
    expect(await runTrial('hosting')).toEqual({
      express: { ...served, long: [413, '102400'], encoding: 'gzip', sniff: 'nosniff' },
      fastify: { ...served, long: 'accepted', hooked: 6, statuses: [401, 429, 429] },
    })
  })

  test('a rolling restart of two processes fails no request', async () => {
    expect(await runTrial('rolling-restart')).toEqual({
      failed: [],
      codes: [0, 0],
      isAllThere: true,
      some: true,
    })
  })

  test('webhooks are sent before and after each change of the master keys, and a server with a wrong key does not start', async () => {
    const delivered = [200, 'webhook.test']
    expect(await runTrial('master-keys')).toEqual({
      without: delivered,
      withOne: delivered,
      wrong: expect.stringContaining('versions of the master keys: 1'),
      withBoth: delivered,
      withTwo: delivered,
      withOld: expect.stringContaining('versions of the master keys: 2'),
    })
  })
})
