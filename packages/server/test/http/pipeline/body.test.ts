import { expect, test } from 'vitest'
import { readBody } from '../../../src/http/pipeline/body.ts'
import type { HttpRequest } from '../../../src/http/pipeline/http-request.ts'
import { manualClock } from '../../../src/index.ts'

test('a body that content-length says is too large is refused unread', async () => {
  let reads = 0
  const read = () => {
    reads += 1
    throw new Error('read')
  }
  const request = { header: () => '101', body: { read } } as unknown as HttpRequest
  expect((await readBody(request, 100, manualClock(0))).tooLarge).toBe(true)
  expect(reads).toBe(0)
})
