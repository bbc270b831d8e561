import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A fixed address whose target can change. */
export interface Forward {
  readonly port: number
  /** Closes every connection. New ones go to this port, or are closed immediately if it is undefined. */
  moveTo(port: number | undefined): void
  close(): Promise<void>
}

/** Forwards connections, like the address of a database with failover. */
export async function startForward(firstPort: number, host = '127.0.0.1'): Promise<Forward> {
  let target: number | undefined = firstPort
  const openSockets = new Set<Socket>()
  const server = createServer((client) => {
    if (target === undefined) return void client.destroy()
    const upstream = connect(target, host)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      openSockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        openSockets.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endAll = () => {
    for (const socket of openSockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(port) {
      target = port
      endAll()
    },
    async close() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
