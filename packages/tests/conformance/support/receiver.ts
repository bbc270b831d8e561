import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { EventEnvelope } from './wire.ts'

/** A delivery as it arrived. */
export interface Received {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** The bytes as they came. */
  readonly raw: Buffer
  readonly text: string
  readonly event: EventEnvelope
  readonly receivedAt: number
}

/** Answers a delivery; the default is an empty 204. */
export type Reply = (response: ServerResponse, received: Received) => void

/** One address that deliveries come to. */
export interface Inbox {
  readonly url: string
  /** Everything that arrived, oldest first. */
  readonly received: readonly Received[]
  /** The next delivery that no other call took, of one type when it is named. */
  next(type?: string): Promise<Received>
  /** Answers differently from now on. */
  reply(reply: Reply): void
}

/** A server on the loopback interface that takes deliveries until the file's tests are over. */
export interface Receiver {
  readonly origin: string
  /** Opens an address of its own. */
  inbox(reply?: Reply): Inbox
}

interface Waiting {
  readonly type: string | undefined
  resolve(received: Received): void
}

const deadlineMs = 15_000

/** Answers with a status, and a body if there is one. */
export const answering =
  (status: number, body = '', headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, headers).end(body)
  }

/** Starts a {@link Receiver}. */
export async function startReceiver(): Promise<Receiver> {
  const takers = new Map<string, (received: Received, response: ServerResponse) => void>()
  const server = createServer((request, response) => {
    void read(request).then((received) => {
      const take = takers.get(request.url ?? '')
      if (take) take(received, response)
      else response.writeHead(404).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    inbox(initialReply = answering(204)) {
      const path = `/inbox/${takers.size + 1}`
      const inbox = createInbox(`${origin}${path}`, initialReply)
      takers.set(path, inbox.take)
      return inbox
    },
  }
}

function createInbox(url: string, initialReply: Reply) {
  const received: Received[] = []
  const untaken: Received[] = []
  const waiting: Waiting[] = []
  let reply = initialReply
  return {
    url,
    received,
    reply(next: Reply) {
      reply = next
    },
    take(delivery: Received, response: ServerResponse) {
      received.push(delivery)
      const index = waiting.findIndex(({ type }) => !type || type === delivery.event.type)
      const [waiter] = index < 0 ? [] : waiting.splice(index, 1)
      if (waiter) waiter.resolve(delivery)
      else untaken.push(delivery)
      reply(response, delivery)
    },
    next(type?: string): Promise<Received> {
      const index = untaken.findIndex(({ event }) => !type || type === event.type)
      const [found] = index < 0 ? [] : untaken.splice(index, 1)
      if (found) return Promise.resolve(found)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`No delivery of ${type ?? 'any type'} came in ${deadlineMs} ms.`))
        }, deadlineMs)
        waiting.push({
          type,
          resolve(delivery) {
            clearTimeout(timer)
            resolve(delivery)
          },
        })
      })
    },
  }
}

async function read(request: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const raw = Buffer.concat(parts)
  const text = raw.toString('utf8')
  return {
    method: request.method ?? '',
    headers: request.headers as Record<string, string>,
    raw,
    text,
    event: JSON.parse(text) as EventEnvelope,
    receivedAt: Date.now(),
  }
}
