import { expect, test } from 'vitest'
import { createFairQueue } from '../src/fair-queue.ts'

function queueOf(...items: readonly string[]) {
  const queue = createFairQueue<string>()
  for (const item of items) queue.add(item.slice(0, 1), item)
  return queue
}

function takeAll(queue: ReturnType<typeof queueOf>): string[] {
  const taken: string[] = []
  for (let item = queue.take(); item; item = queue.take()) taken.push(item)
  return taken
}

test('workspaces are served in rotation, and the items of each in order', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'c2')
  expect(queue.size()).toBe(6)
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(queue.size()).toBe(0)
})

test('a workspace that arrives after a thousand items of another is served second', () => {
  const queue = queueOf(...Array.from({ length: 1_000 }, (_, at) => `a${at}`), 'b')
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['a0', 'b', 'a1'])
})

test('a workspace that cannot be served yet keeps its place', () => {
  const queue = queueOf('a1', 'b1', 'b2')
  expect(queue.take((item) => item !== 'a1')).toBe('b1')
  expect(queue.take((_, workspace) => workspace === 'c')).toBeUndefined()
  expect(takeAll(queue)).toEqual(['a1', 'b2'])
})
