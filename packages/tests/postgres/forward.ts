import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address that stands for whichever server is behind it now. */
export interface Forward {
  readonly port: number
  /** Ends every connection; new ones go to this port, or are refused without one. */
  moveTo(port: number | undefined): void
  close(): Promise<void>
}

/** Forwards connections, as the address of a database does that fails over. */
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
