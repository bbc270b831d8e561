import { connect } from 'node:net'
import { createClient } from '@doorkit/client'
import { describe, expect, test } from 'vitest'
import {
  type RunningServer,
  startProgram,
  startServing,
  untilServing,
} from './support/processes.ts'

const stopping = 'Stopping: finishing open requests and deliveries.'

/** Sends the headers of a request, and waits until the server asks for the body. */
async function beginRequest({ facts }: RunningServer) {
  const { hostname, port } = new URL(facts.base_url)
  const body = JSON.stringify({ email: 'ada@example.com', name: 'Ada' })
  const socket = connect(Number(port), hostname)
  let received = ''
  let onData = () => {}
  socket.setEncoding('utf8').on('data', (part: string) => {
    received += part
    onData()
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve()).on('error', () => {})
  })
  socket.write(
    [
      'POST /v1/contacts HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${facts.api_key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  )
  await new Promise<void>((resolve) => {
    onData = () => {
      if (received.includes('100 Continue')) resolve()
    }
  })
  return {
    /** Sends the body, and reads until the server closes the connection. */
    async finish(): Promise<string> {
      socket.write(body)
      await closed
      return received
    },
    closed,
  }
}

describe('a server that is stopped', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s finishes open requests first',
    async (signal) => {
      const served = await startServing()
      const idle = createClient({ apiKey: served.facts.api_key, baseUrl: served.facts.base_url })
      await idle.me.get()
      const request = await beginRequest(served)
      served.child.kill(signal)
      await served.stderr.has(stopping)
      await expect(fetch(served.facts.base_url)).rejects.toThrow()

      const answer = await request.finish()
      expect(answer).toContain('HTTP/1.1 200 OK')
      expect(answer).toMatch(/connection: close/i)
      expect(answer).toContain('"email":"ada@example.com"')
      expect(await served.ended).toEqual({ code: 0, signal: null })
    },
  )

  test('twice exits immediately', async () => {
    const served = await startServing()
    const request = await beginRequest(served)
    served.child.kill('SIGTERM')
    await served.stderr.has(stopping)
    // The server ignores a signal right after the first, because npm may have forwarded it. So the test
    // repeats the signal until the process exits, long before the ten seconds for which a stopping
    // server waits for open requests.
    const repetition = setInterval(() => served.child.kill('SIGTERM'), 50)
    const startedAt = performance.now()
    expect(await served.ended).toEqual({ code: 143, signal: null })
    clearInterval(repetition)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    await request.closed
  })

  test('through npm run, from the sources, finishes open requests first too', async () => {
    const args = [
      'run',
      '--silent',
      'doorkit',
      '--',
      'serve',
      '--json',
      '--port',
      '0',
      '--print-key',
      '--drain-ms',
      '0',
    ]
    const served = await untilServing(startProgram('npm', args))
    const request = await beginRequest(served)
    served.child.kill('SIGTERM')
    await served.stderr.has(stopping)
    expect(await request.finish()).toContain('HTTP/1.1 200 OK')
    await served.ended
    await expect(fetch(served.facts.base_url)).rejects.toThrow()
  })
})
