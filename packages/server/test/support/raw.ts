import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { OnEnd } from './host.ts'

/** One answer, as it arrived over a socket. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A connection on which a test can write any bytes, until the test ends. */
export async function openSocket(origin: string, onEnd: OnEnd = onTestFinished) {
  const { hostname, port } = new URL(origin)
  const socket: Socket = connect({ host: hostname, port: Number(port) })
  onEnd(() => void socket.destroy())
  const parts: Buffer[] = []
  let onClose = () => {}
  const closed = new Promise<void>((resolve) => {
    onClose = resolve
  })
  socket.on('data', (part) => parts.push(part))
  // A reset is one of the ways in which a server may end a connection.
  socket.on('error', () => {})
  socket.on('close', () => onClose())
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject)
  })
  const text = () => Buffer.concat(parts).toString()
  const read: RawAnswer[] = []
  let rest: Buffer = Buffer.alloc(0)
  let partsRead = 0
  const answers = () => {
    // `answered` calls this at every tick of the event loop, so it reads only new bytes.
    if (partsRead < parts.length) {
      rest = Buffer.concat([rest, ...parts.slice(partsRead)])
      partsRead = parts.length
      rest = readAnswers(rest, read)
    }
    return [...read]
  }
  return {
    socket,
    closed,
    text,
    write: (data: string | Buffer) => void socket.write(data),
    /** Every answer that has arrived completely. */
    answers,
    /** Resolves when this many answers have arrived completely, or the connection was closed. */
    async answered(count = 1): Promise<readonly RawAnswer[]> {
      let isClosed = false
      void closed.then(() => {
        isClosed = true
      })
      for (;;) {
        const arrived = answers()
        if (arrived.length >= count || isClosed) return arrived
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

/** Adds the complete answers to those already read, and returns the bytes after them. */
function readAnswers(bytes: Buffer, answers: RawAnswer[]): Buffer {
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return rest
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...value] = line.split(':')
        return [name.toLowerCase(), value.join(':').trim()]
      }),
    )
    const status = Number(statusLine.split(' ')[1])
    const body = readBody(rest.subarray(end + 4), headers)
    if (!body) return rest
    if (status !== 100) answers.push({ status, headers, body: body.text })
    rest = body.rest
  }
}

function readBody(bytes: Buffer, headers: Readonly<Record<string, string>>) {
  if (headers['transfer-encoding'] === 'chunked') return readChunks(bytes)
  const length = Number(headers['content-length'] ?? 0)
  if (bytes.length < length) return null
  return { text: bytes.subarray(0, length).toString(), rest: bytes.subarray(length) }
}

function readChunks(bytes: Buffer) {
  let text = ''
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.subarray(0, Math.max(end, 0)).toString(), 16)
    if (end < 0 || rest.length < end + 2 + size + 2) return null
    text += rest.subarray(end + 2, end + 2 + size).toString()
    rest = rest.subarray(end + 2 + size + 2)
    if (size === 0) return { text, rest }
  }
}

/** The text of a request. */
export function rawRequest(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`
}
