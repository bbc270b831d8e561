import { connect } from 'node:net'

/** A raw answer, whose body still has its transfer encoding. */
export interface RawAnswer {
  readonly status: number
  /** Everything before the body. */
  readonly head: string
  readonly rest: string
}

/** Sends raw bytes to a server, and reads until the connection closes. */
export function sendRaw(baseUrl: string, request: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const parts: Buffer[] = []
    socket.setTimeout(15_000, () =>
      socket.destroy(new Error('The server neither answered nor closed the connection.')),
    )
    socket.on('data', (part) => parts.push(part))
    socket.once('error', reject)
    socket.once('close', () => {
      const text = Buffer.concat(parts).toString('utf8')
      const end = text.indexOf('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? Number.NaN),
        head: text.slice(0, end),
        rest: text.slice(end + 4),
      })
    })
    socket.write(request)
  })
}
