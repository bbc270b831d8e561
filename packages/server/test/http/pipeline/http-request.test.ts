import { expect, test } from 'vitest'
import { fromStandard } from '../../../src/http/pipeline/http-request.ts'

const address = 'http://localhost/v1/contacts?limit=5'

test('a standard request is read unchanged, and its signal is followed', () => {
  const client = new AbortController()
  const init = { headers: { Accept: 'a/b' }, signal: client.signal }
  const read = fromStandard(new Request(address, init))
  expect(read).toMatchObject({ method: 'GET', pathname: '/v1/contacts', search: '?limit=5' })
  expect([read.header('accept'), read.header('cookie'), read.body()]).toEqual(['a/b', null, null])
  expect(read.signal().aborted).toBe(false)
  client.abort()
  expect(read.signal().aborted).toBe(true)
})
