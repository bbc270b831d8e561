import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy to a PostgreSQL. It can stop, and then still accepts connections, but passes nothing on. */
export interface FreezableProxy {
  /** The address of the database, through the proxy. */
  readonly url: string
  /** Stops at the next bytes that contain a text. */
  freezeAt(text: string): void
  /** Breaks all connections, and passes on the data of new ones. */
  thaw(): void
  close(): Promise<void>
}

/** Starts a proxy in front of the database at an address. */
export async function startFreezableProxy(database: string): Promise<FreezableProxy> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let freezesAt: string | undefined
  let isFrozen = false
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.on('data', (bytes) => {
        isFrozen ||= freezesAt !== undefined && bytes.includes(freezesAt)
        if (!isFrozen) other.write(bytes)
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database)
  url.port = String((server.address() as AddressInfo).port)
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    freezeAt(text) {
      freezesAt = text
    },
    thaw() {
      freezesAt = undefined
      isFrozen = false
      endAll()
    },
    async close() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
