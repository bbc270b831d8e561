import { expect, test } from 'vitest'
import { createFairPlaces } from '../../src/limits/fair-places.ts'

const { signal: never } = new AbortController()
const settle = () => new Promise(setImmediate)

test('waiting workspaces are served in rotation, however much work each has', async () => {
  const take = createFairPlaces(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  for (const workspace of [...'aaaaaabc']) {
    void take(workspace, never).then((end) => {
      begun.push(workspace)
      ends.push(end)
    })
  }
  await settle()
  expect(begun.join('')).toBe('aa')
  while (begun.length < 8) {
    ends.shift()?.()
    await settle()
  }
  expect(begun.join('')).toBe('aaabcaaa')
})

test('work that gives up waiting takes no place and delays nobody', async () => {
  const take = createFairPlaces(1)
  const end = await take('a', never)
  const controller = new AbortController()
  const late = take('b', controller.signal)
  const next = take('c', never)
  controller.abort(new Error('late'))
  await expect(late).rejects.toThrow('late')
  await expect(take('d', controller.signal)).rejects.toThrow('late')
  end()
  const endNext = await next
  endNext()
  await take('e', never)
})
