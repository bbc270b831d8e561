import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { placePrograms, runProgram } from './support/run-program.ts'
import { nodes } from './support/runtimes.ts'

const project = inject('fullProject')
const timeout = 120_000

beforeAll(() => placePrograms(project))

const [, node] = nodes
const attempt = (name: string) => {
  if (!node) throw new Error('No Node to try on.')
  return runProgram(node, join(project, 'programs/trials', `${name}.mjs`), {}, timeout)
}

describe('with the packed packages, as their users install them,', { timeout }, () => {
  test('a nightly sync goes on where it broke off, and the next night has only what changed', async () => {
    expect(await attempt('nightly-sync')).toEqual({
      interrupted: 'The machine went down.',
      first: 90,
      second: 91,
      company: 'Analytical',
      stopped: 0,
    })
  })

  test('a receiver of webhooks handles each event once over its restart', async () => {
    expect(await attempt('receiver-restart')).toEqual({
      events: 6,
      handled: 6,
      once: true,
      failed: 0,
      stopped: 0,
    })
  })

  test('a chat proxy whose visitor leaves answers the next message', async () => {
    expect(await attempt('chat-proxy')).toEqual({
      status: 200,
      isWhole: true,
      texts: ['hello', 'You said hello. That is all.', 'again', 'You said again. That is all.'],
    })
  })

  test('2,000 upserts pass the limit of a key without a loss', async () => {
    expect(await attempt('many-upserts')).toEqual({
      succeeded: 2_000,
      failures: 0,
      refused: 0,
      lost: 0,
    })
  })

  test('Express behind compression, helmet and a parser, and Fastify behind a limit and a hook serve it all', async () => {
    const served = {
      email: 'ada@example.com',
      texts: ['Early.', ' Late.'],
      type: 'application/json',
    }
    expect(await attempt('hosting')).toEqual({
      express: { ...served, long: [413, '102400'], encoding: 'gzip', sniff: 'nosniff' },
      fastify: { ...served, long: 'taken', hooked: 6, statuses: [401, 429, 429] },
    })
  })

  test('a rolling restart of two processes fails no request', async () => {
    expect(await attempt('rolling-restart')).toEqual({
      failed: [],
      codes: [0, 0],
      isAllThere: true,
      some: true,
    })
  })

  test('master keys are introduced, changed and taken away while webhooks are sent', async () => {
    const delivered = [200, 'webhook.test']
    expect(await attempt('master-keys')).toEqual({
      without: delivered,
      withOne: delivered,
      wrong: expect.stringContaining('version 1 of the master keys'),
      withBoth: delivered,
      withTwo: delivered,
      withOld: expect.stringContaining('version 2 of the master keys'),
    })
  })
})
