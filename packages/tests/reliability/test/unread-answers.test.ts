import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFile } from '../round-resources.ts'

const script = fileURLToPath(import.meta.resolve('./children/serve-transcripts.ts'))
const execArgv = [
  '--conditions=@doorkit/source',
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=384',
]

/** Serves from a process whose heap has 384 MB. */
async function startServer() {
  const file = temporaryFile({ onEnd: (end) => onTestFinished(() => void end()) })
  const child = fork(script, [file], { execArgv })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [{ port, secret }] = (await once(child, 'message')) as [{ port: number; secret: string }]
  return { child, port, secret }
}

test('a server with a heap of 384 MB survives 480 requests for whole transcripts that nobody reads', {
  timeout: 60_000,
}, async () => {
  const { child, port, secret } = await startServer()
  const head = `Host: here\r\nAuthorization: Bearer ${secret}\r\n\r\n`
  for (let connection = 0; connection < 2; connection += 1) {
    const socket = connect(port, '127.0.0.1').pause()
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write(`GET /v1/conversations?expand=messages HTTP/1.1\r\n${head}`.repeat(240))
  }
  const ended = once(child, 'exit').then((why) => expect.fail(`The server ended: ${why}`))
  const headers = { Authorization: `Bearer ${secret}` }
  /** Sends a request of another client, and returns how many pages the server has read so far. */
  const pagesAfterAnother = async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/v1/me`, { headers })
    expect(status).toBe(200)
    child.send('pages')
    const [pages] = await Promise.race([once(child, 'message'), ended])
    return pages as number
  }
  let pages = 0
  for (let still = 0; still < 100; still += 1) {
    const before = pages
    pages = await pagesAfterAnother()
    if (pages > before) still = 0
  }
  expect(pages).toBeLessThan(2_000)
})
