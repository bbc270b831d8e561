import { limits } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { DeadlineError, ResponseError, TimeoutError } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { nextTick } from '../support/next-tick.ts'
import { clientOf, hang, json, page, stall, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'
import { watchedFetch } from '../support/watched-fetch.ts'

const ok = json({ id: 'ct_1', object: 'contact' })

describe('time limits', () => {
  test.each([
    ['headers', hang],
    ['body', stall],
  ])('timeout ends an attempt that waits for the %s', async (phase, failure) => {
    const clock = createTestClock()
    const server = await startServer(failure, ok)
    const { fetch, answered } = watchedFetch()
    const client = clientOf(server, { clock, fetch, timeout: 1_234 })
    const result = Promise.resolve(client.contacts.get('ct_1').withMeta())
    await (phase === 'headers' ? server.arrived(1) : answered)
    clock.expire()
    expect((await result).meta.attempts).toBe(2)
    expect(clock.limits).toEqual([1_234, 1_234])
  })

  test('a call whose attempts all time out ends in a TimeoutError', async () => {
    const clock = createTestClock()
    const server = await startServer(hang)
    const client = clientOf(server, { clock, timeout: 1_234, maxRetries: 1 })
    const failure = failureOf(client.contacts.get('ct_1'))
    await server.arrived(1)
    clock.expire()
    await server.arrived(2)
    clock.expire()
    const error = await failure
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ code: 'attempt_timeout', attempts: 2, retryable: true })
    expect(clock.pending()).toBe(0)
  })

  test('the deadline ends a call that hangs, and includes the wait between its attempts', async () => {
    const clock = createTestClock()
    const server = await startServer(hang)
    const options = { clock, timeout: 100, deadline: 250, maxRetries: 10, random: () => 0.999 }
    const startedAt = clock.now()
    const failure = failureOf(clientOf(server, options).contacts.get('ct_1'))
    for (const attempt of [1, 2]) {
      await server.arrived(attempt)
      clock.expire()
    }
    expect(await failure).toBeInstanceOf(DeadlineError)
    expect(clock.now() - startedAt).toBe(250)
  })

  test('the deadline ends the whole call, with the previous error as cause', async () => {
    const clock = createTestClock()
    const server = await startServer(page(503), hang)
    const client = clientOf(server, { clock, deadline: 5_000, random: () => 0.5 })
    const failure = failureOf(client.contacts.get('ct_1'))
    await server.arrived(2)
    clock.expire()
    const error = await failure
    expect(error).toBeInstanceOf(DeadlineError)
    expect(error).toMatchObject({ attempts: 2, cause: expect.any(ResponseError) })
    expect(clock.waits).toEqual([125])
    expect(clock.limits).toEqual([5_000, 5_000 - 125])
  })

  test('a deadline whose timer fires early causes no retry, and its error has no cause', async () => {
    const clock = createTestClock()
    const startsAt = clock.now()
    const earlyClock = { ...clock, now: () => Math.max(startsAt, clock.now() - 0.1) }
    const server = await startServer(hang)
    const client = clientOf(server, { clock: earlyClock, deadline: 5_000 })
    const failure = failureOf(client.contacts.get('ct_1'))
    await server.arrived(1)
    clock.expire()
    const error = await failure
    expect(error).toMatchObject({ code: 'deadline_exceeded', attempts: 1 })
    expect((error as Error).cause).toBeUndefined()
    expect(error).toMatchObject({ history: [{ durationMs: 5_000, code: 'deadline_exceeded' }] })
    expect(clock.waits).toEqual([])
  })

  test('nothing is sent after the deadline, even if a wait took too long', async () => {
    const clock = createTestClock()
    let lateMs = 0
    const lateClock = { ...clock, now: () => clock.now() + lateMs }
    const server = await startServer(page(503))
    const client = clientOf(server, {
      clock: lateClock,
      deadline: 5_000,
      random() {
        lateMs = 6_000
        return 0.5
      },
    })
    const error = await failureOf(client.contacts.get('ct_1'))
    expect(error).toMatchObject({ code: 'deadline_exceeded', attempts: 1, cause: { status: 503 } })
    expect(server.seen).toHaveLength(1)
  })

  test.each([
    [5_000, 5_000, 'deadline_exceeded'],
    [5_001, 5_000, 'deadline_exceeded'],
    [4_999, 5_000, 'attempt_timeout'],
  ])('a timeout of %i ms under a deadline of %i ms ends in %s', async (timeout, deadline, code) => {
    const clock = createTestClock()
    const server = await startServer(hang)
    const client = clientOf(server, { clock, timeout, deadline, maxRetries: 0 })
    const failure = failureOf(client.me.get())
    await server.arrived(1)
    clock.expire()
    expect(await failure).toMatchObject({ code, attempts: 1 })
    expect(clock.limits).toEqual([Math.min(timeout, deadline)])
  })

  test('a chat message may take as long as a turn of the agent', async () => {
    const clock = createTestClock()
    const server = await startServer(json({ object: 'chat_reply' }))
    await clientOf(server, { clock }).chatSessions.send('chs_1', { text: 'Hello' })
    expect(clock.limits).toEqual([limits.chatTurnSeconds * 1_000])
  })

  test('a fetch that ignores its signal cannot delay the call', async () => {
    const clock = createTestClock()
    let answerLate: (response: Response) => void = () => {}
    const lateAnswer = new Promise<Response>((resolve) => {
      answerLate = resolve
    })
    const client = clientOver(() => lateAnswer, { timeout: 1_234, maxRetries: 0, clock })
    const failure = failureOf(client.me.get())
    await nextTick()
    clock.expire()
    expect(await failure).toBeInstanceOf(TimeoutError)
    let cancelReason: unknown
    const cancel = (reason: unknown) => {
      cancelReason = reason
    }
    answerLate(new Response(new ReadableStream({ cancel })))
    await nextTick()
    expect(cancelReason).toBeInstanceOf(TimeoutError)
  })
})
