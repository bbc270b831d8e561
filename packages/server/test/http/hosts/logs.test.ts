import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { memoryStore } from '@doorkit/store'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { type Agent, createDoorkit, type Logger } from '../../../src/index.ts'
import { caller, createKit } from '../../support/kit.ts'

type Pino = (options: object, output: Writable) => Logger

/** The pino with which Fastify logs. */
const pino = createRequire(createRequire(import.meta.url).resolve('fastify'))('pino') as Pino

/** The output of a logger, as the lines of JSON that a log collector gets. */
function collect() {
  const lines: Record<string, unknown>[] = []
  const output = new Writable({
    write(chunk, _encoding, done) {
      const text = String(chunk).trim().split('\n')
      lines.push(...text.map((line) => JSON.parse(line) as Record<string, unknown>))
      done()
    },
  })
  return { lines, output }
}

const loggers: readonly (readonly [string, (output: Writable) => Logger])[] = [
  ['pino', (output) => pino({}, output)],
  ["Fastify's log", (output) => Fastify({ logger: { stream: output } }).log],
]

const agents: readonly (readonly [string, Agent, string])[] = [
  [
    'throws',
    {
      async *reply() {
        yield { type: 'text-start', id: 'answer' }
        throw new Error('The model is unreachable.')
      },
    },
    'The model is unreachable.',
  ],
  [
    'says why it failed',
    {
      async *reply() {
        yield { type: 'error', errorText: 'The quota of the model is used.' }
      },
    },
    'The agent reported an error: The quota of the model is used.',
  ],
]

for (const [name, make] of loggers) {
  test.each(agents)(
    `${name} prints the error of an agent that %s, and the id of the request`,
    async (...[, agent, message]) => {
      const { lines, output } = collect()
      const call = caller(await createKit({ agent, logger: make(output) }))
      const session = (await call('POST', '/chat/sessions')).json
      const path = `/chat/sessions/${session.id}/messages`
      const answer = await call('POST', path, { body: { text: 'Hello' } })
      expect([answer.status, JSON.stringify(answer.json).includes(message)]).toEqual([502, false])
      const record = lines.find(({ session: of }) => of === session.id)
      expect(record).toMatchObject({
        request_id: answer.json.request_id,
        err: {
          message: expect.stringContaining(message),
          stack: expect.stringContaining(message),
        },
        msg: 'The agent could not answer.',
      })
    },
  )

  test(`${name} prints why a server could not start, and the id of the request that failed`, async () => {
    const { lines, output } = collect()
    const store = {
      ...memoryStore(),
      migrate: () => Promise.reject(new Error('The disk is full.')),
    }
    const broken = createDoorkit({ store, logger: make(output) })
    const answer = await broken.fetch('http://localhost/v1/me')
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(lines.at(-1)).toMatchObject({
      request_id: answer.headers.get('x-request-id'),
      err: { message: 'The disk is full.' },
    })
  })
}
