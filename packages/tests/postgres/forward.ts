import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A fixed address whose target can change. */
export interface Forward {
  readonly port: number
  /** Closes every connection. New ones go to this port, or are refused if it is undefined. */
  moveTo(port: number | undefined): void
  close(): Promise<void>
}

/** Forwards connections, like the address of a database with failover. */
export async function startForward(first: number, host = '127.0.0.1'): Promise<Forward> {
  let target: number | undefined = first
  const open = new Set<Socket>()
  const server = createServer((client) => {
    if (target === undefined) return void client.destroy()
    const upstream = connect(target, host)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endAll = () => {
    for (const socket of open) socket.destroy()
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
