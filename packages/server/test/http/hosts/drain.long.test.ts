import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleProgram } from '@doorkit/tests/bundle-program'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'doorkit-drain-'))
const program = join(folder, 'host.mjs')

beforeAll(() =>
  bundleProgram(import.meta.resolve('../../support/children/drained-host.ts'), program),
)
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * The wait between two requests of one client. Without it, the load would take the processor from the
 * hosts.
 */
const pauseMs = 10

/** A host that gets a share of the requests, and the connections that are kept open to it. */
interface Backend {
  readonly child: ChildProcess
  readonly port: number
  readonly secret: string
  readonly agent: Agent
}

async function startHost(kind: string): Promise<Backend> {
  const child = fork(program, [kind])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [{ port, secret }] = (await once(child, 'message')) as [{ port: number; secret: string }]
  return { child, port, secret, agent: new Agent({ keepAlive: true, maxSockets: 4 }) }
}

/** Sends a request and reads its answer to the end. */
async function send({ port, secret, agent }: Backend, path: string): Promise<number> {
  const isWrite = path === '/v1/contacts'
  const sent = request({
    ...{ hostname: '127.0.0.1', port, path, agent, method: isWrite ? 'POST' : 'GET' },
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
  })
  const answered = new Promise<number>((resolve, reject) => {
    sent.once('error', reject).once('response', (response) => {
      text(response).then(() => resolve(response.statusCode ?? 0), reject)
    })
  })
  sent.end(isWrite ? '{"email":"ada@example.com"}' : undefined)
  return answered
}

test.each(['node', 'fastify'])(
  'two %s processes are replaced under load without a lost request',
  async (kind) => {
    const ready: Backend[] = []
    const watches: Promise<void>[] = []
    const add = async () => {
      const backend = await startHost(kind)
      ready.push(backend)
      const watch = async () => {
        while ((await send(backend, '/ready')) === 200 && !isOver) await sleep(pauseMs)
        ready.splice(ready.indexOf(backend), 1)
      }
      watches.push(watch())
      return backend
    }
    const answers = new Map<string, number>()
    let isOver = false
    let next = 0
    const sendOften = async (path: string) => {
      while (!isOver) {
        const backend = ready[next++ % ready.length]
        if (!backend) throw new Error('No server is ready.')
        const answer = `${path} ${await send(backend, path).catch(String)}`
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
        await sleep(pauseMs)
      }
    }
    const old = [await add(), await add()]
    const clients = ['/v1/contacts', '/v1/contacts', '/v1/me', '/v1/me', '/v1/me'].map(sendOften)
    for (const { child } of old) {
      await add()
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    }
    isOver = true
    await Promise.all([...clients, ...watches])
    expect([...answers.keys()].sort()).toEqual(['/v1/contacts 200', '/v1/me 200'])
  },
)

test.each(['node', 'fastify'])(
  'after a %s process has begun to drain, the next answer ends its connection, and an idle connection is closed',
  async (kind) => {
    const { child, port } = await startHost(kind)
    const open = () => connect(port, '127.0.0.1').setEncoding('utf8')
    const [used, idle] = [open(), open()]
    const get = 'GET /ready HTTP/1.1\r\nHost: here\r\n\r\n'
    for (const socket of [used, idle]) {
      socket.write(get)
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200 [\s\S]*keep-alive/i)
    }
    const draining = once(child, 'message')
    child.kill('SIGTERM')
    await draining
    used.write(get)
    expect(await text(used)).toMatch(/^HTTP\/1.1 503 [\s\S]*connection: close/i)
    expect(await text(idle)).toBe('')
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)
