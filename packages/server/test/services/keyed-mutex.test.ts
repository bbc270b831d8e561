import { expect, test } from 'vitest'
import { createKeyedMutex } from '../../src/services/keyed-mutex.ts'

test('work with the same key runs in order, and work with another key does not wait', async () => {
  const writeMutex = createKeyedMutex()
  const log: string[] = []
  let finish = () => {}
  const slow = writeMutex('a', async () => {
    log.push('a1 begins')
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    log.push('a1 ends')
  })
  const next = writeMutex('a', async () => void log.push('a2'))
  await writeMutex('b', async () => void log.push('b1'))
  expect(log).toEqual(['a1 begins', 'b1'])
  finish()
  await Promise.all([slow, next])
  expect(log).toEqual(['a1 begins', 'b1', 'a1 ends', 'a2'])
})

test('failed work does not block the next', async () => {
  const writeMutex = createKeyedMutex()
  const failing = writeMutex('a', () => Promise.reject(new Error('no')))
  const next = writeMutex('a', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
