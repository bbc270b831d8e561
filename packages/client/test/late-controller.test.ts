import { expect, test } from 'vitest'
import { createLateController, type LateController } from '../src/late-controller.ts'

const reason = new Error('too late')

test('a late signal tells its listeners what any other does, in the same order', () => {
  const toldBy = ({ signal, abort }: LateController) => {
    const told: unknown[] = []
    signal.addEventListener('abort', (event) => told.push(event.type, event.target === signal))
    signal.onabort = () => told.push('onabort')
    signal.addEventListener('abort', () => told.push(signal.reason), { once: true })
    expect(signal.aborted).toBe(false)
    abort(reason)
    abort(new Error('again'))
    expect(signal.aborted).toBe(true)
    return told
  }
  const ordinary = new AbortController()
  const expected = toldBy({ signal: ordinary.signal, abort: (why) => ordinary.abort(why) })
  expect(expected).toEqual(['abort', true, 'onabort', reason])
  expect(toldBy(createLateController())).toEqual(expected)
})

test('a listener that was removed, or came too late, is not told', () => {
  const { signal, abort } = createLateController()
  const told: string[] = []
  const removed = () => told.push('removed')
  const twice = () => told.push('twice')
  signal.addEventListener('abort', removed)
  signal.addEventListener('abort', twice)
  signal.addEventListener('abort', twice)
  signal.removeEventListener('abort', removed)
  abort(reason)
  signal.addEventListener('abort', () => told.push('late'))
  expect(told).toEqual(['twice'])
})

test('what follows a late signal aborts with it', async () => {
  const { signal, abort } = createLateController()
  const following = AbortSignal.any([signal, new AbortController().signal])
  const answer = fetch('http://127.0.0.1:9/', { signal: following })
  abort(reason)
  expect(following.reason).toBe(reason)
  await expect(answer).rejects.toBe(reason)
})
