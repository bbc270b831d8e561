import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { EventEnvelope } from './wire.ts'

/** A received attempt of a delivery. */
export interface ReceivedDelivery {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** The raw bytes of the body. */
  readonly raw: Buffer
  readonly text: string
  readonly event: EventEnvelope
  readonly receivedAt: number
}

/** Answers a delivery. The default is an empty 204. */
export type Reply = (response: ServerResponse, received: ReceivedDelivery) => void

/** One URL that receives deliveries. */
export interface Target {
  readonly url: string
  /** All deliveries, oldest first. */
  readonly received: readonly ReceivedDelivery[]
  /** Returns the next delivery that no other call has returned, of this type if given. */
  next(type?: string): Promise<ReceivedDelivery>
  /** Changes the answer to later deliveries. */
  reply(reply: Reply): void
}

/** A local server that receives deliveries until the tests of the file are done. */
export interface Receiver {
  readonly origin: string
  /** Opens a target with a new URL. */
  openTarget(reply?: Reply): Target
}

interface Waiter {
  readonly type: string | undefined
  resolve(received: ReceivedDelivery): void
}

const deadlineMs = 15_000

/** Creates a reply with this status, body and headers. */
export const answering =
  (status: number, body = '', headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, headers).end(body)
  }

/** Starts a {@link Receiver}. */
export async function startReceiver(): Promise<Receiver> {
  const targets = new Map<string, (received: ReceivedDelivery, response: ServerResponse) => void>()
  const server = createServer((request, response) => {
    void read(request).then((received) => {
      const receive = targets.get(request.url ?? '')
      if (receive) receive(received, response)
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
    openTarget(initialReply = answering(204)) {
      const path = `/target/${targets.size + 1}`
      const target = createTarget(`${origin}${path}`, initialReply)
      targets.set(path, target.receive)
      return target
    },
  }
}

function createTarget(url: string, initialReply: Reply) {
  const received: ReceivedDelivery[] = []
  const unread: ReceivedDelivery[] = []
  const waiters: Waiter[] = []
  let reply = initialReply
  return {
    url,
    received,
    reply(next: Reply) {
      reply = next
    },
    receive(delivery: ReceivedDelivery, response: ServerResponse) {
      received.push(delivery)
      const index = waiters.findIndex(({ type }) => !type || type === delivery.event.type)
      const [waiter] = index < 0 ? [] : waiters.splice(index, 1)
      if (waiter) waiter.resolve(delivery)
      else unread.push(delivery)
      reply(response, delivery)
    },
    next(type?: string): Promise<ReceivedDelivery> {
      const index = unread.findIndex(({ event }) => !type || type === event.type)
      const [found] = index < 0 ? [] : unread.splice(index, 1)
      if (found) return Promise.resolve(found)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`No delivery of ${type ?? 'any type'} arrived in ${deadlineMs} ms.`))
        }, deadlineMs)
        waiters.push({
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

async function read(request: IncomingMessage): Promise<ReceivedDelivery> {
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
