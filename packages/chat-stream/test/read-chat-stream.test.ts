import { getEventListeners } from 'node:events'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { ChatChunk, ChatMessage } from '../src/index.ts'
import { ChatStreamError, readChatStream } from '../src/index.ts'
import { createFakeTimers } from './support/fake-timers.ts'
import { event } from './support/parse-all.ts'
import { createTestBody, respond, settled } from './support/sources.ts'

const delta = (text: string) => event({ type: 'text-delta', id: '1', delta: text })
const start = event({ type: 'start', messageId: 'm1' }) + event({ type: 'text-start', id: '1' })
const end = `${event({ type: 'text-end', id: '1' })}${event({ type: 'finish', finishReason: 'stop' })}data: [DONE]\n\n`
const whole = start + delta('Hel') + delta('lo') + end

const collect = async <Item>(items: AsyncIterable<Item>) => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('one stream, taken as', () => {
  test('chunks', async () => {
    const chunks = await collect(readChatStream(respond(whole)))
    expect(chunks.map(({ type }) => type)).toEqual([
      'start',
      'text-start',
      'text-delta',
      'text-delta',
      'text-end',
      'finish',
    ])
  })

  test('text deltas', async () => {
    expect(await collect(readChatStream(respond(whole)).textDeltas())).toEqual(['Hel', 'lo'])
  })

  test('snapshots, the newest one each time, the last one whole', async () => {
    const body = createTestBody()
    const snapshots = readChatStream(body.stream).snapshots()
    const texts: unknown[] = []
    for (const text of [start, delta('Hel'), ': comment\n\n', delta('l') + delta('o'), end]) {
      body.write(text)
      if (text.startsWith(':')) continue
      const { value } = await snapshots.next()
      texts.push((value as ChatMessage).parts.map((part) => 'text' in part && part.text))
    }
    expect(texts).toEqual([[''], ['Hel'], ['Hello'], ['Hello']])
    expect(await snapshots.next()).toEqual({ value: undefined, done: true })
  })

  test('the whole text, the whole message, or the outcome, without a loop', async () => {
    expect(await readChatStream(respond(whole)).text()).toBe('Hello')
    expect(await readChatStream(respond(whole)).final()).toEqual({
      id: 'm1',
      role: 'assistant',
      parts: [{ type: 'text', text: 'Hello', state: 'done' }],
    })
    expect(await readChatStream(respond(whole)).outcome).toMatchObject({
      type: 'complete',
      chunkCount: 6,
      byteCount: whole.length,
      finishReason: 'stop',
    })
  })

  test('a body of text', async () => {
    const stream = new ReadableStream<string>({
      start(controller) {
        for (const piece of whole.match(/.{1,7}/gs) ?? []) controller.enqueue(piece)
        controller.close()
      },
    })
    expect(await readChatStream(stream).text()).toBe('Hello')
  })

  test('a loop and then what is asked besides', async () => {
    const stream = readChatStream(respond(whole))
    const { outcome } = stream
    expect(await collect(stream.textDeltas())).toEqual(['Hel', 'lo'])
    expect((await outcome).type).toBe('complete')
    expect(await stream.text()).toBe('Hello')
    expect((await stream.final()).id).toBe('m1')
  })

  test('what was asked before is no loss for a loop that comes later', async () => {
    const stream = readChatStream(respond(whole))
    await stream.outcome
    expect(await collect(stream.textDeltas())).toEqual(['Hel', 'lo'])
  })

  test('only one of them', async () => {
    const stream = readChatStream(respond(whole))
    await collect(stream)
    for (const take of [
      () => stream[Symbol.asyncIterator](),
      stream.textDeltas,
      stream.snapshots,
      stream.toResponse,
    ])
      expect(take).toThrow(expect.objectContaining({ code: 'already-read' }))
  })

  test('a body that is read already is refused', () => {
    const response = respond(whole)
    response.body?.getReader()
    expect(() => readChatStream(response)).toThrow(ChatStreamError)
    expect(() => readChatStream(response)).toThrow(
      expect.objectContaining({ code: 'already-read' }),
    )
  })

  test('several calls of next at once come in order', async () => {
    const deltas = readChatStream(respond(whole)).textDeltas()
    const results = await Promise.all([deltas.next(), deltas.next(), deltas.next(), deltas.next()])
    expect(results.map(({ value }) => value)).toEqual(['Hel', 'lo', undefined, undefined])
    expect(results.map(({ done }) => done)).toEqual([false, false, true, true])
  })
})

describe('leaving a loop', () => {
  test('closes the body, and the outcome says so', async () => {
    const body = createTestBody()
    const stream = readChatStream(body.response)
    body.write(whole.slice(0, -20))
    for await (const text of stream.textDeltas()) {
      expect(text).toBe('Hel')
      break
    }
    expect(body.canceled()).toBeDefined()
    expect(await stream.outcome).toMatchObject({ type: 'aborted', by: 'reader', text: 'Hello' })
    await expect(stream.final()).rejects.toMatchObject({ code: 'aborted' })
  })

  test('an exception in the loop does too', async () => {
    const body = createTestBody()
    body.write(start)
    const loop = async () => {
      for await (const _ of readChatStream(body.response)) throw new Error('mine')
    }
    await expect(loop()).rejects.toThrow('mine')
    expect(body.canceled()).toBeDefined()
  })

  test('cancel ends a loop that waits, quietly, and hands its reason to the body', async () => {
    const body = createTestBody()
    const stream = readChatStream(body.response)
    body.write(start + delta('Hel'))
    const deltas = stream.textDeltas()
    expect(await deltas.next()).toEqual({ value: 'Hel', done: false })
    const waiting = deltas.next()
    stream.cancel('enough')
    expect(await waiting).toEqual({ value: undefined, done: true })
    expect(body.canceled()).toEqual({ reason: 'enough' })
    expect(await stream.outcome).toMatchObject({ type: 'aborted', by: 'reader', reason: 'enough' })
  })

  test('after the end it changes nothing', async () => {
    const stream = readChatStream(respond(whole))
    await stream.outcome
    stream.cancel()
    expect(await stream.outcome).toMatchObject({ type: 'complete' })
  })
})

describe('a signal', () => {
  const reason = new Error('the visitor left')

  test('that was aborted before reads nothing', async () => {
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

  test('settles everything at once and keeps its reason', async () => {
    const body = createTestBody()
    const control = new AbortController()
    const stream = readChatStream(body.response, { signal: control.signal })
    body.write(start + delta('Hel'))
    const deltas = stream.textDeltas()
    await deltas.next()
    const waiting = deltas.next()
    const asked = [waiting, stream.final(), stream.text()]
    control.abort(reason)
    for (const failure of await Promise.all(
      asked.map((one) => Promise.resolve(one).catch((error) => error)),
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

  test('throws before the chunks that still wait', async () => {
    const control = new AbortController()
    const stream = readChatStream(respond(start + delta('1') + delta('2')), {
      signal: control.signal,
    })
    const seen: string[] = []
    const loop = async () => {
      for await (const text of stream.textDeltas()) {
        seen.push(text)
        control.abort()
      }
    }
    // The stream is over by then, and only the loop is not: its end is told as it was.
    await expect(loop()).rejects.toMatchObject({ code: 'truncated' })
    expect(seen).toEqual(['1', '2'])

    const open = createTestBody()
    const other = new AbortController()
    const deltas = readChatStream(open.response, { signal: other.signal }).textDeltas()
    open.write(start + delta('1') + delta('2'))
    expect(await deltas.next()).toMatchObject({ value: '1' })
    other.abort()
    await expect(deltas.next()).rejects.toMatchObject({ code: 'aborted' })
  })

  test('of the fetch only is an abort too', async () => {
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

  test('is let go at every end', async () => {
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
  test('is that of the options, and none with 0', async () => {
    const timers = createFakeTimers()
    const body = createTestBody()
    const stream = readChatStream(body.stream, { idleTimeout: 500, schedule: timers.schedule })
    timers.advance(499)
    body.write(start)
    await settled()
    timers.advance(499)
    await settled()
    expect(timers.pending()).toBe(1)
    timers.advance(1)
    expect(await stream.outcome).toMatchObject({ type: 'stalled', idleTimeout: 500 })
    expect(body.canceled()).toBeDefined()
    await expect(stream.final()).rejects.toThrow('500 ms')

    for (const idleTimeout of [0, Number.POSITIVE_INFINITY]) {
      const never = createFakeTimers()
      readChatStream(respond(whole), { idleTimeout, schedule: never.schedule })
      expect(never.pending()).toBe(0)
    }
  })
})

describe('reading ahead', () => {
  const big = delta('x'.repeat(10_000))

  const countPulls = () => {
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

  test('stops at some 64 KiB while nobody takes, and goes on with the loop', async () => {
    const { stream: body, pulls } = countPulls()
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

  test('goes to the end when the outcome is asked, and waits again once a loop takes the stream', async () => {
    const asked = countPulls()
    await readChatStream(asked.stream).outcome
    expect(asked.pulls()).toBe(100)

    const taken = countPulls()
    const stream = readChatStream(taken.stream)
    void stream.outcome
    stream.textDeltas()
    await settled()
    expect(taken.pulls()).toBe(7)
  })

  test('saves what came before a connection breaks, from a reader who is slow', async () => {
    const body = createTestBody()
    const stream = readChatStream(body.response)
    const seen: ChatChunk[] = []
    const loop = async () => {
      for await (const chunk of stream) {
        if (seen.length === 0) {
          body.write(delta('Hel'))
          body.write(delta('lo'))
          await settled()
          body.fail(new TypeError('terminated'))
          await settled()
        }
        seen.push(chunk)
      }
    }
    body.write(start)
    await expect(loop()).rejects.toMatchObject({
      code: 'connection-lost',
      cause: { message: 'terminated' },
    })
    expect(seen).toHaveLength(4)
  })
})

describe('the error at a bad end', () => {
  test('does not print what a person wrote', async () => {
    const failure = await readChatStream(respond(start + delta('secret words')))
      .final()
      .catch((error) => error)
    expect(inspect(failure, { depth: 9 })).not.toContain('secret words')
    expect(JSON.stringify(failure)).not.toContain('secret words')
    expect(failure.outcome.text).toBe('secret words')
  })

  test('is no unhandled rejection when nobody asks', async () => {
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
      const taken = readChatStream(respond(start))
      await taken[Symbol.asyncIterator]().next()
      await settled()
      await settled()
    } finally {
      process.off('unhandledRejection', listen)
    }
    expect(unhandled).toEqual([])
  })

  test('keeps only the first 100 problems, and counts them all', async () => {
    const { problems, problemCount } = await readChatStream(
      respond('data: x\n\n'.repeat(250) + whole),
    ).outcome
    expect([problems.length, problemCount]).toEqual([100, 250])
  })
})
