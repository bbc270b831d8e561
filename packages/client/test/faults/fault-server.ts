import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Reply, SeenRequest } from './reply.ts'

/**
 * A real server that answers from a script: one reply per request, and the last one for all further
 * requests.
 */
export interface FaultServer {
  readonly origin: string
  readonly seen: readonly SeenRequest[]
  /** When each request arrived, in milliseconds; only differences mean something. */
  readonly times: readonly number[]
  /** Resolves once `count` requests have arrived. */
  arrived(count: number): Promise<void>
  /** Resolves once the answer to a request, counted from 1, ended or lost its connection. */
  answered(request: number): Promise<void>
  close(): Promise<void>
}

/** Starts a server on a free port of the loopback interface. */
export async function startFaultServer(...script: Reply[]): Promise<FaultServer> {
  const seen: SeenRequest[] = []
  const times: number[] = []
  const closings: Promise<void>[] = []
  const watchers: { count: number; resolve: () => void }[] = []

  const server = createServer(async (request, response) => {
    const arrivedAt = performance.now()
    const closing = new Promise<void>((resolve) => response.once('close', resolve))
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { method = '', url = '', headers } = request
    times.push(arrivedAt)
    closings.push(closing)
    seen.push({ method, url, headers, body })
    for (const { count, resolve } of watchers) if (seen.length >= count) resolve()
    const reply = script[Math.min(seen.length, script.length) - 1]
    reply?.(response, { method, url, headers, body })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const arrived = (count: number) =>
    seen.length >= count
      ? Promise.resolve()
      : new Promise<void>((resolve) => watchers.push({ count, resolve }))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    times,
    arrived,
    answered: (request) => arrived(request).then(() => closings[request - 1]),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
