import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunningReceiver } from './receiver-suite.ts'

/** Serves a listener on a free port of this machine. */
export async function listen(
  listener: RequestListener,
  path = '/webhooks',
): Promise<RunningReceiver & { port: number }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    send: (request) => fetch(`http://127.0.0.1:${port}${path}`, request),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
