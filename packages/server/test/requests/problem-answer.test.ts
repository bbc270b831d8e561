import { API_VERSION } from '@doorkit/models'
import { expect, test } from 'vitest'
import type { MakeId } from '../../src/ids/ids.ts'
import { outsideAnswer } from '../../src/requests/problem-answer.ts'

test('the answer to a path outside the API has a request id and the version', () => {
  const { status, headers } = outsideAnswer(((kind: string) => `${kind}_1`) as MakeId)
  expect([status, headers]).toEqual([
    404,
    {
      'Content-Type': 'application/problem+json',
      'X-Request-Id': 'request_1',
      'Service-Version': API_VERSION,
    },
  ])
})
