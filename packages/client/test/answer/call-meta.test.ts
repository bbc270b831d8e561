import { expect, test } from 'vitest'
import { readMeta } from '../../src/answer/call-meta.ts'

const redact = (text: string) => text.replaceAll('dk_test_secret', '[api key]')

test('the API key is removed from every header of an answer', () => {
  const headers = new Headers({ 'x-a': 'dk_test_secret', 'x-b': 'key=dk_test_secret', 'x-c': 'c' })
  headers.append('set-cookie', 'a=1')
  headers.append('set-cookie', 'b=dk_test_secret')
  const meta = readMeta(new Response(null, { headers }), 1, undefined, redact)
  expect([...meta.headers]).toEqual([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=[api key]'],
    ['x-a', '[api key]'],
    ['x-b', 'key=[api key]'],
    ['x-c', 'c'],
  ])
})

test('the headers of an answer without the API key are not copied', () => {
  const response = new Response(null, { headers: { 'x-a': 'a', 'x-b': 'b' } })
  expect(readMeta(response, 1, undefined, redact).headers).toBe(response.headers)
})
