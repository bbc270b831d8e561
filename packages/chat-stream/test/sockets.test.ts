import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CHAT_STREAM_DONE, type ChatChunk, encodeChatChunk, readChatStream } from '../src/index.ts'
import { createChatServer, type ServedRequest } from './support/chat-server.ts'
import { createFakeTimers } from './support/fake-timers.ts'
import { settled } from './support/sources.ts'

const delta = (text: string) => encodeChatChunk({ type: 'text-delta', id: '1', delta: text })
const start =
  encodeChatChunk({ type: 'start', messageId: 'm1' }) +
  encodeChatChunk({ type: 'text-start', id: '1' })
const whole =
  start + delta('Grü') + delta('ße 🌍') + encodeChatChunk({ type: 'finish' }) + CHAT_STREAM_DONE

/** Serves one request, and lets the test continue once the server has it. */
async function openStream(headers?: Record<string, string>) {
  let resolve: (served: ServedRequest) => void = () => {}
  const served = new Promise<ServedRequest>((settle) => {
    resolve = settle
  })
  return { url: await createChatServer((one) => resolve(one), headers), served }
}

describe('over a real connection', () => {
  test('an answer that arrives byte by byte is read completely', async () => {
    const url = await createChatServer(async ({ response, write, socket }) => {
      socket.setNoDelay(true)
      for (const byte of Buffer.from(whole)) await write(Buffer.of(byte))
      response.end()
    })
    const response = await fetch(url)
    expect(await readChatStream(response).outcome).toMatchObject({
      type: 'complete',
      text: 'Grüße 🌍',
    })
  })

  test('a compressed answer is read', async () => {
    const { url, served } = await openStream({
      'content-type': 'text/event-stream',
      'content-encoding': 'gzip',
    })
    const response = fetch(url)
    const { response: out } = await served
    out.end(gzipSync(whole))
    expect(await readChatStream(await response).text()).toBe('Grüße 🌍')
  })

  test('[DONE] closes a connection that the server keeps open', async () => {
    const { url, served } = await openStream()
    const stream = readChatStream(await fetch(url))
    const { write, closed } = await served
    await write(whole)
    expect((await stream.outcome).type).toBe('complete')
    await closed
  })

  test('an answer that ends in the middle of an event is truncated', async () => {
    const { url, served } = await openStream()
    const stream = readChatStream(await fetch(url))
    const { response } = await served
    response.end(start + delta('Grü') + delta('ße').slice(0, 25))
    expect(await stream.outcome).toMatchObject({
      type: 'truncated',
      text: 'Grü',
      problems: [{ code: 'incomplete-event' }],
    })
  })

  test('a FIN in the middle of the body is a lost connection', async () => {
    const { url, served } = await openStream()
    const stream = readChatStream(await fetch(url))
    const { write, socket } = await served
    await write(start + delta('Grü') + delta('ße').slice(0, 25))
    socket.end()
    expect(await stream.outcome).toMatchObject({ type: 'connection-lost', text: 'Grü' })
  })

  test('an answer in HTTP/1.0 that a FIN ends too early is truncated', async () => {
    const server = createServer((socket) => {
      socket.once('data', () =>
        socket.end(
          `HTTP/1.0 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${start}${delta('Grü')}`,
        ),
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect(await readChatStream(response).outcome).toMatchObject({ type: 'truncated', text: 'Grü' })
  })

  test('after a reset, a slow reader gets everything that the outcome has', async () => {
    const { url, served } = await openStream()
    const stream = readChatStream(await fetch(url))
    const { write, socket } = await served
    const texts: string[] = []
    const deltas = stream.textDeltas()
    await write(start + delta('1'))
    texts.push((await deltas.next()).value)
    for (const text of ['2', '3', '4', '5', '6']) await write(delta(text))
    socket.resetAndDestroy()
    const loop = async () => {
      for await (const text of deltas) texts.push(text)
    }
    await expect(loop()).rejects.toMatchObject({ code: 'connection-lost' })
    const { type, text } = await stream.outcome
    expect(type).toBe('connection-lost')
    expect(texts.join('')).toBe(text)
    expect('123456'.startsWith(text)).toBe(true)
  })

  test('silence is a stall, and the connection is closed', async () => {
    const timers = createFakeTimers()
    const { url, served } = await openStream()
    const stream = readChatStream(await fetch(url), { schedule: timers.schedule })
    const { write, closed } = await served
    const deltas = stream.textDeltas()
    await write(start + delta('Grü'))
    expect((await deltas.next()).value).toBe('Grü')
    await timers.untilSet()
    timers.advance(60_000)
    await expect(deltas.next()).rejects.toMatchObject({ code: 'stalled', outcome: { text: 'Grü' } })
    await closed
  })

  test('aborting signal and fetch together keeps the reason, and closes the connection', async () => {
    const { url, served } = await openStream()
    const control = new AbortController()
    const { signal } = control
    const stream = readChatStream(await fetch(url, { signal }), { signal })
    const { write, closed } = await served
    await write(start + delta('Grü'))
    const deltas = stream.textDeltas()
    await deltas.next()
    const nextDelta = deltas.next()
    control.abort('changed my mind')
    await expect(nextDelta).rejects.toMatchObject({ code: 'aborted', cause: 'changed my mind' })
    expect(await stream.outcome).toMatchObject({
      type: 'aborted',
      by: 'signal',
      reason: 'changed my mind',
      text: 'Grü',
    })
    await closed
  })

  test('an abort after any chunk ends the loop immediately, and closes the connection', async () => {
    let aborts = 0
    for (let after = 1; after <= 5; after += 1) {
      const { url, served } = await openStream()
      const control = new AbortController()
      const stream = readChatStream(await fetch(url), { signal: control.signal })
      const { write, closed } = await served
      await write(whole.slice(0, -CHAT_STREAM_DONE.length))
      const chunks: ChatChunk[] = []
      const loop = async () => {
        for await (const chunk of stream) {
          chunks.push(chunk)
          if (chunks.length === after) control.abort()
        }
      }
      await expect(loop()).rejects.toMatchObject({ code: 'aborted' })
      expect(chunks).toHaveLength(after)
      await closed
      aborts += 1
    }
    expect(aborts).toBe(5)
  })

  test('leaving the loop closes the connection', async () => {
    const { url, served } = await openStream()
    const stream = readChatStream(await fetch(url))
    const { write, closed } = await served
    await write(start)
    for await (const chunk of stream) {
      expect(chunk.type).toBe('start')
      break
    }
    await closed
  })

  test('a slow reader makes the server wait, and gets everything', async () => {
    const { url, served } = await openStream()
    const stream = readChatStream(await fetch(url))
    const { response, write } = await served
    const total = 1000
    let written = 0
    let read = 0
    let mostAhead = 0
    const serving = (async () => {
      for (; written < total; written += 1) {
        await write(delta('x'.repeat(64 * 1024)))
        mostAhead = Math.max(mostAhead, written - read)
      }
      response.end(CHAT_STREAM_DONE)
    })()
    for await (const _ of stream.textDeltas()) {
      read += 1
      await settled()
      await settled()
    }
    await serving
    expect(read).toBe(total)
    // The buffers of two sockets may contain some 10 MB, a small part of the answer.
    expect(mostAhead).toBeLessThan(total / 2)
  })

  test('a response passed on to a browser closes the connection to the server when the browser leaves', async () => {
    const upstream = await openStream()
    const stream = readChatStream(await fetch(upstream.url))
    const { write, closed } = await upstream.served
    await write(start)
    const passedOn = stream.toResponse()
    const proxy = await createChatServer(async ({ response, closed: left }) => {
      const reader = passedOn.body?.getReader()
      void left.then(() => reader?.cancel())
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
        response.write(next.value)
    })
    const control = new AbortController()
    const browser = await fetch(proxy, { signal: control.signal })
    expect(new TextDecoder().decode((await browser.body?.getReader().read())?.value)).toBe(start)
    control.abort()
    await closed
  })
})
