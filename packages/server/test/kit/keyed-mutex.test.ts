import { expect, test } from 'vitest'
import { createKeyedMutex } from '../../src/kit/keyed-mutex.ts'

test('work of one key runs in the order it came, work of another does not wait', async () => {
  const takeTurns = createKeyedMutex()
  const log: string[] = []
  let finish = () => {}
  const slow = takeTurns('a', async () => {
    log.push('a1 begins')
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    log.push('a1 ends')
  })
  const next = takeTurns('a', async () => void log.push('a2'))
  await takeTurns('b', async () => void log.push('b1'))
  expect(log).toEqual(['a1 begins', 'b1'])
  finish()
  await Promise.all([slow, next])
  expect(log).toEqual(['a1 begins', 'b1', 'a1 ends', 'a2'])
})

test('work that fails lets the next have its turn', async () => {
  const takeTurns = createKeyedMutex()
  const failing = takeTurns('a', () => Promise.reject(new Error('no')))
  const next = takeTurns('a', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
