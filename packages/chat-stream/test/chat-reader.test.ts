import { getEventListeners } from 'node:events'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { ChatChunk } from '../src/index.ts'
import { readChatStream } from '../src/index.ts'
import { createFakeTimers } from './support/fake-timers.ts'
import { event } from './support/parse-all.ts'
import { createTestBody, respond, settled } from './support/sources.ts'

const delta = (text: string) => event({ type: 'text-delta', id: '1', delta: text })
const start = event({ type: 'start', messageId: 'm1' }) + event({ type: 'text-start', id: '1' })
const end = `${event({ type: 'text-end', id: '1' })}${event({ type: 'finish', finishReason: 'stop' })}data: [DONE]\n\n`
const whole = start + delta('Hel') + delta('lo') + end

describe('a signal', () => {
  const reason = new Error('the visitor left')

  test('that is already aborted closes the body before anything is read', async () => {
    const body = createTestBody()
    body.write(whole)
    const stream = readChatStream(body.response, { signal: AbortSignal.abort(reason) })
    expect(await stream.outcome).toMatchObject({
      type: 'aborted',
      by: 'signal',
      reason,
      chunkCount: 0,
    })
    expect(body.canceled()).toEqual({ reason })
  })

  test('that is aborted ends the text deltas, text() and final() at once, with its reason', async () => {
    const body = createTestBody()
    const control = new AbortController()
    const stream = readChatStream(body.response, { signal: control.signal })
    body.write(start + delta('Hel'))
    const deltas = stream.textDeltas()
    await deltas.next()
    const nextDelta = deltas.next()
    const results = [nextDelta, stream.final(), stream.text()]
    control.abort(reason)
    for (const failure of await Promise.all(
      results.map((one) => Promise.resolve(one).catch((error) => error)),
    ))
      expect(failure).toMatchObject({
        name: 'ChatStreamError',
        code: 'aborted',
        cause: reason,
        outcome: { text: 'Hel' },
      })
    expect(await stream.outcome).toMatchObject({ type: 'aborted', by: 'signal', reason })
    expect(body.canceled()).toEqual({ reason })
    expect(await deltas.next()).toEqual({ value: undefined, done: true })
  })

  test('changes nothing after the stream has ended, even if a loop is still reading it', async () => {
    const control = new AbortController()
    const stream = readChatStream(respond(start + delta('1') + delta('2')), {
      signal: control.signal,
    })
    const texts: string[] = []
    const loop = async () => {
      for await (const text of stream.textDeltas()) {
        texts.push(text)
        control.abort()
      }
    }
    // The whole stream has arrived, so an abort cannot change how it ended.
    await expect(loop()).rejects.toMatchObject({ code: 'truncated' })
    expect(texts).toEqual(['1', '2'])
  })

  test('that is aborted ends a loop before the chunks that are still buffered', async () => {
    const open = createTestBody()
    const control = new AbortController()
    const deltas = readChatStream(open.response, { signal: control.signal }).textDeltas()
    open.write(start + delta('1') + delta('2'))
    expect(await deltas.next()).toMatchObject({ value: '1' })
    control.abort()
    await expect(deltas.next()).rejects.toMatchObject({ code: 'aborted' })
  })

  test('that is passed only to the fetch aborts the stream too', async () => {
    const body = createTestBody()
    const stream = readChatStream(body.response)
    body.write(start)
    await settled()
    body.fail(AbortSignal.abort().reason)
    expect(await stream.outcome).toMatchObject({
      type: 'aborted',
      by: 'signal',
      reason: { name: 'AbortError' },
    })
  })

  test('leaves no listener after any ending', async () => {
    const { signal } = new AbortController()
    for (const text of [whole, start, '']) await readChatStream(respond(text), { signal }).outcome
    readChatStream(respond(start), { signal }).cancel()
    const body = createTestBody()
    const open = readChatStream(body.response, { signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    body.fail(new Error('x'))
    await open.outcome
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})

describe('the idle timeout', () => {
  test('can be set by an option, and 0 or Infinity turns it off', async () => {
    const timers = createFakeTimers()
    const body = createTestBody()
    const stream = readChatStream(body.stream, { idleTimeout: 500, schedule: timers.schedule })
    timers.advance(499)
    body.write(start)
    await settled()
    timers.advance(499)
    await settled()
    expect(timers.countPending()).toBe(1)
    timers.advance(1)
    expect(await stream.outcome).toMatchObject({ type: 'stalled', idleTimeout: 500 })
    expect(body.canceled()).toBeDefined()
    await expect(stream.final()).rejects.toThrow('500 ms')

    for (const idleTimeout of [0, Number.POSITIVE_INFINITY]) {
      const never = createFakeTimers()
      readChatStream(respond(whole), { idleTimeout, schedule: never.schedule })
      expect(never.countPending()).toBe(0)
    }
  })
})

describe('reading ahead', () => {
  const big = delta('x'.repeat(10_000))

  const createCountedStream = () => {
    let pulls = 0
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1
          controller.enqueue(new TextEncoder().encode(big))
          if (pulls === 100) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return { stream, pulls: () => pulls }
  }

  test('stops at about 64 KiB while nobody reads, and continues with the loop', async () => {
    const { stream: body, pulls } = createCountedStream()
    const deltas = readChatStream(body).textDeltas()
    await settled()
    expect(pulls()).toBe(7)
    await deltas.next()
    await settled()
    expect(pulls()).toBe(14)
    let rest = 0
    await expect(
      (async () => {
        for await (const _ of deltas) rest += 1
      })(),
    ).rejects.toMatchObject({ code: 'truncated' })
    expect(rest).toBe(99)
  })

  test('continues to the end if only the outcome is used, but pauses if textDeltas() is called and not read', async () => {
    const withOutcome = createCountedStream()
    await readChatStream(withOutcome.stream).outcome
    expect(withOutcome.pulls()).toBe(100)

    const withDeltas = createCountedStream()
    const stream = readChatStream(withDeltas.stream)
    void stream.outcome
    stream.textDeltas()
    await settled()
    expect(withDeltas.pulls()).toBe(7)
  })

  test('keeps the data received before a connection breaks, for a slow reader', async () => {
    const body = createTestBody()
    const stream = readChatStream(body.response)
    const chunks: ChatChunk[] = []
    const loop = async () => {
      for await (const chunk of stream) {
        if (chunks.length === 0) {
          body.write(delta('Hel'))
          body.write(delta('lo'))
          await settled()
          body.fail(new TypeError('terminated'))
          await settled()
        }
        chunks.push(chunk)
      }
    }
    body.write(start)
    await expect(loop()).rejects.toMatchObject({
      code: 'connection-lost',
      cause: { message: 'terminated' },
    })
    expect(chunks).toHaveLength(4)
  })
})

describe('the error at a bad end', () => {
  test('does not print the text of the answer', async () => {
    const failure = await readChatStream(respond(start + delta('secret words')))
      .final()
      .catch((error) => error)
    expect(inspect(failure, { depth: 9 })).not.toContain('secret words')
    expect(JSON.stringify(failure)).not.toContain('secret words')
    expect(failure.outcome.text).toBe('secret words')
  })

  test('is not an unhandled rejection if nobody asks for it', async () => {
    const unhandled: unknown[] = []
    const listen = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', listen)
    try {
      for (const text of ['', start, 'x']) readChatStream(respond(text))
      readChatStream(new Response('x', { status: 500 }))
      const body = createTestBody()
      const stream = readChatStream(body.response)
      void stream.outcome
      body.fail(new Error('x'))
      const partlyRead = readChatStream(respond(start))
      await partlyRead[Symbol.asyncIterator]().next()
      await settled()
      await settled()
    } finally {
      process.off('unhandledRejection', listen)
    }
    expect(unhandled).toEqual([])
  })
})

test('an outcome keeps only the first 100 problems, and counts them all', async () => {
  const { problems, problemCount } = await readChatStream(
    respond('data: x\n\n'.repeat(100) + 'data: {}\n\n'.repeat(150) + whole),
  ).outcome
  expect(problems.map(({ code }) => code)).toEqual(Array(100).fill('invalid-json'))
  expect(problemCount).toBe(250)
})
