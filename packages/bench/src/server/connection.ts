import { connect } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: string
}

/** Returns the text of a request to a server on this machine. */
export function requestText(
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const whole = {
    Host: '127.0.0.1',
    ...headers,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  }
  const lines = Object.entries(whole).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', text].join('\r\n')
}

/** A keep-alive connection, which sends one request at a time. */
export interface Connection {
  ask(request: string): Promise<Answer>
  close(): void
}

/**
 * Opens a connection that costs as little as possible, because the load shares the machine with the
 * measured server.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  socket.setEncoding('latin1')
  let read = ''
  let settle: ((answer: Answer) => void) | undefined
  let fail: ((error: Error) => void) | undefined
  socket.on('data', (text) => {
    read += text
    const answer = wholeAnswer(read)
    if (!answer) return
    read = ''
    settle?.(answer)
  })
  socket.on('error', (error) => fail?.(error))
  socket.on('close', () => fail?.(new Error('The server closed the connection.')))
  return {
    ask(request) {
      return new Promise((resolve, reject) => {
        settle = resolve
        fail = reject
        socket.write(request)
      })
    },
    close: () => void socket.destroy(),
  }
}

/** Returns the answer if it is complete. Nothing follows it, because only one request is open at a time. */
function wholeAnswer(text: string): Answer | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end)
  const body = text.slice(end + 4)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return body.length < Number(length) ? undefined : { status, body }
  return body.endsWith('0\r\n\r\n') ? { status, body: withoutChunks(body) } : undefined
}

function withoutChunks(body: string): string {
  let text = ''
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at)
    const length = Number.parseInt(body.slice(at, end), 16)
    if (!length) return text
    text += body.slice(end + 2, end + 2 + length)
    at = end + 4 + length
  }
}
