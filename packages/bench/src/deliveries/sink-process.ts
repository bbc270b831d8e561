// A receiver of webhooks that needs very little processor time. `/hole` never answers, `/drip` answers a
// byte a second, `/endless` starts an answer that never ends, and every other path accepts immediately.
// When its parent asks, it reports the deliveries since the previous report.
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The accepted deliveries since the previous report. */
export interface Arrivals {
  /** The times of arrival, in milliseconds since the epoch. */
  readonly times: readonly number[]
}

const accepted = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')
const endless = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n')
const timers = new Map<Socket, NodeJS.Timeout>()
let times: number[] = []

function answer(socket: Socket, path: string): void {
  if (path.startsWith('/hole')) return
  if (path.startsWith('/drip') || path.startsWith('/endless')) {
    socket.write(endless)
    const every = path.startsWith('/drip') ? 1_000 : 50
    const text = path.startsWith('/drip') ? 'x' : 'x'.repeat(100)
    timers.set(
      socket,
      setInterval(() => socket.write(text), every),
    )
    return
  }
  times.push(Date.now())
  socket.write(accepted)
}

const server = createServer((socket) => {
  let rest: Buffer = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    clearInterval(timers.get(socket))
    timers.delete(socket)
  })
  socket.on('data', (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    for (;;) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = rest.toString('latin1', 0, end)
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
      if (rest.length < end + 4 + length) return
      rest = rest.subarray(end + 4 + length)
      answer(socket, head.split(' ', 2)[1] ?? '/')
    }
  })
})
server.listen(0, '127.0.0.1', 4_096, () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('message', () => {
  const arrivals: Arrivals = { times }
  times = []
  process.send?.(arrivals)
})
process.on('disconnect', () => process.exit())
