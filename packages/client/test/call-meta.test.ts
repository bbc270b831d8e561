import { expect, test } from 'vitest'
import { readMeta } from '../src/answer/call-meta.ts'

const redact = (text: string) => text.replaceAll('dk_test_secret', '[api key]')

test('no header of an answer repeats the key, however many do', () => {
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

test('the headers of an answer that does not repeat the key are those that came', () => {
  const response = new Response(null, { headers: { 'x-a': 'a', 'x-b': 'b' } })
  expect(readMeta(response, 1, undefined, redact).headers).toBe(response.headers)
})
