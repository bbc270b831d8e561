import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { type RunningServer, startServing } from './support/processes.ts'

const { newStore } = storeFolder()

const timeout = 120_000

/**
 * The wait between two requests of one client. Without it, the load would take the processor from the
 * servers.
 */
const pauseMs = 10

/** One server behind the load balancer, and its keep-alive connections. */
interface Backend {
  readonly served: RunningServer
  readonly agent: Agent
}

async function send({ served, agent }: Backend, path: string, key = ''): Promise<number> {
  const { hostname, port } = new URL(served.facts.base_url)
  const isWrite = path === '/v1/contacts'
  const sent = request({
    ...{ hostname, port, path, agent, method: isWrite ? 'POST' : 'GET' },
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  })
  const answered = new Promise<number>((resolve, reject) => {
    sent.once('error', reject).once('response', (response) => {
      text(response).then(() => resolve(response.statusCode ?? 0), reject)
    })
  })
  sent.end(isWrite ? '{"email":"ada@example.com"}' : undefined)
  return answered
}

/**
 * Creates a load balancer, which sends requests to the ready servers in rotation, and checks all the
 * time whether each is ready.
 */
function createBalancer() {
  const ready: Backend[] = []
  const watches: Promise<void>[] = []
  let next = 0
  let isOver = false
  return {
    async add(served: RunningServer): Promise<void> {
      const backend = { served, agent: new Agent({ keepAlive: true }) }
      const isReady = async () => (await send(backend, '/health/ready')) === 200
      expect(await isReady()).toBe(true)
      ready.push(backend)
      const watch = async () => {
        while (!isOver && (await isReady())) await sleep(pauseMs)
        ready.splice(ready.indexOf(backend), 1)
      }
      watches.push(watch())
    },
    /** Stops the checks. Rejects if a check was not answered. */
    async close(): Promise<void> {
      isOver = true
      await Promise.all(watches)
    },
    async send(path: string, key: string): Promise<number> {
      const backend = ready[next++ % ready.length]
      if (!backend) throw new Error('No server is ready.')
      return send(backend, path, key)
    },
  }
}

test('no request fails while two servers are replaced one after the other', {
  timeout,
}, async () => {
  const flags = ['--store', newStore(), '--drain-ms', '1000']
  const balancer = createBalancer()
  const [first, second] = await Promise.all([startServing(...flags), startServing(...flags)])
  await balancer.add(first)
  await balancer.add(second)

  const answers = new Map<string, number>()
  let isOver = false
  const sendInLoop = async (path: string) => {
    while (!isOver) {
      const answer = await balancer.send(path, first.facts.api_key).catch(String)
      answers.set(`${path} ${answer}`, (answers.get(`${path} ${answer}`) ?? 0) + 1)
      await sleep(pauseMs)
    }
  }
  const clients = ['/v1/contacts', '/v1/me', '/openapi.json', '/reference', '/health/live'].map(
    sendInLoop,
  )
  for (const old of [first, second]) {
    await balancer.add(await startServing(...flags))
    old.child.kill('SIGTERM')
    expect(await old.ended).toEqual({ code: 0, signal: null })
  }
  isOver = true
  await Promise.all([...clients, balancer.close()])

  // The load may reach the rate limit, which is not a failure.
  const kinds = [...answers.keys()].filter((answer) => !answer.endsWith(' 429')).sort()
  expect(kinds).toEqual([
    '/health/live 200',
    '/openapi.json 200',
    '/reference 200',
    '/v1/contacts 200',
    '/v1/me 200',
  ])
  const sent = [...answers.values()].reduce((sum, count) => sum + count, 0)
  expect(sent).toBeGreaterThan(20)
})

test('a request on a connection that was idle at the start of a drain is answered', async () => {
  const served = await startServing('--drain-ms', '2000')
  const { hostname, port } = new URL(served.facts.base_url)
  const requestText = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`
  const open = () => {
    const socket = connect(Number(port), hostname).setEncoding('utf8')
    let received = ''
    socket.on('data', (part) => {
      received += part
    })
    return { socket, received: () => received, ended: text(socket) }
  }
  const sendAndWait = (socket: ReturnType<typeof connect>, path: string) => {
    const answered = new Promise((resolve) => socket.once('data', resolve))
    socket.write(requestText(path))
    return answered
  }
  const idle = open()
  await sendAndWait(idle.socket, '/health/live')
  expect(idle.received()).toMatch(/connection: keep-alive/i)

  served.child.kill('SIGTERM')
  await served.stderr.has('Stopping: finishing open requests and deliveries.')
  const fresh = open()
  fresh.socket.write(requestText('/health/ready'))
  expect(await fresh.ended).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*draining/i)
  idle.socket.write(requestText('/health/live'))
  const last = await idle.ended
  expect(last.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  expect(last).toMatch(/connection: close/i)
  expect(await served.ended).toEqual({ code: 0, signal: null })
})
