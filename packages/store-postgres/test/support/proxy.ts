import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a PostgreSQL whose connections a test can break. */
export interface BreakableProxy {
  /** The address of the database, through the proxy. */
  readonly url: string
  /** Breaks the next connection that sends a commit, before the server gets the commit. */
  breakBeforeCommit(): void
  /** Breaks the next connection whose commit is done, before the answer arrives. */
  breakAfterCommit(): void
  /** Breaks the next connection that sends a commit, and withholds its data from the server. */
  holdCommit(): void
  /** Passes the withheld data to the server, and resolves when the server has handled it. */
  deliverHeld(): Promise<void>
  /** How many connections were broken in one of these ways. */
  readonly broken: number
  /** Breaks every connection, and accepts no other until {@link open}. */
  shut(): void
  /** Accepts connections again. */
  open(): void
  close(): Promise<void>
}

const commandComplete = 'C'.charCodeAt(0)

/** Starts a proxy in front of the database at an address. */
export async function startProxy(database: string): Promise<BreakableProxy> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let breakAt: 'before commit' | 'after commit' | 'hold commit' | undefined
  let held: { readonly upstream: Socket; readonly bytes: Buffer } | undefined
  let isShut = false
  let broken = 0

  const server = createServer((client) => {
    if (isShut) return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    const destroy = () => {
      client.destroy()
      upstream.destroy()
    }
    const holdNow = (bytes: Buffer) => {
      breakAt = undefined
      broken += 1
      held = { upstream, bytes }
      client.destroy()
    }
    const breakNow = () => {
      breakAt = undefined
      broken += 1
      destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.once('close', () => {
        sockets.delete(socket)
        if (held?.upstream !== upstream) destroy()
      })
      socket.on('error', destroy)
    }
    client.on('data', (bytes) => {
      if (breakAt === 'before commit' && bytes.includes('commit\0')) breakNow()
      else if (breakAt === 'hold commit' && bytes.includes('commit\0')) holdNow(bytes)
      else upstream.write(bytes)
    })
    let unread = Buffer.alloc(0)
    upstream.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes])
      // A message is a type, a length that counts itself, and the content.
      while (unread.length >= 5 && unread.length > unread.readUInt32BE(1)) {
        const message = unread.subarray(0, unread.readUInt32BE(1) + 1)
        unread = unread.subarray(message.length)
        const isCommit = message[0] === commandComplete && message.includes('COMMIT')
        if (breakAt === 'after commit' && isCommit) return breakNow()
        client.write(message)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  const url = new URL(database)
  url.port = String(address.port)
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    breakBeforeCommit() {
      breakAt = 'before commit'
    },
    breakAfterCommit() {
      breakAt = 'after commit'
    },
    holdCommit() {
      breakAt = 'hold commit'
    },
    async deliverHeld() {
      if (!held) throw new Error('Nothing is held.')
      const { upstream, bytes } = held
      upstream.end(bytes)
      await once(upstream, 'close')
    },
    get broken() {
      return broken
    },
    shut() {
      isShut = true
      breakAll()
    },
    open() {
      isShut = false
    },
    close() {
      breakAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
