import { describe, expect, test } from 'vitest'
import { unexpectedAnswer } from '../../src/attempt/unusable-answer.ts'

/** The part of the message that quotes a body that is not JSON. */
function quoted(body: string): string {
  const answer = { status: 200, headers: new Headers(), rateLimit: undefined }
  const { message } = unexpectedAnswer(answer, body, 'a JSON object', 'response_not_json')
  const commonText =
    'Expected a JSON object, but got 200 (no content type). Check baseUrl and the proxies.'
  expect(message.startsWith(commonText)).toBe(true)
  return message.slice(commonText.length)
}

const shown = (body: string) => quoted(body).replace(' The body begins with: ', '')

describe('the message of an unusable answer', () => {
  test('quotes at most 200 characters of the first 2,000, on one line', () => {
    expect(quoted('  Bad \n\n\t gateway  ')).toBe(' The body begins with: Bad gateway')
    expect(shown('a\u001b[2J\u0007b\u009bc')).toBe('a [2J b c')
    expect(quoted('')).toBe('')
    expect(quoted(' \n ')).toBe('')
    expect(shown('x'.repeat(300))).toBe('x'.repeat(200))
    expect(shown(`${' '.repeat(1_999)}ab`)).toBe('a')
  })

  test.each([
    ['key dk_live_a-b+c/d= here', 'key [secret] here'],
    ['key dk_test_abc&x', 'key [secret]&x'],
    ['dko_abc"', '[secret]"'],
    ["whsec_abc'", "[secret]'"],
    ['Bearer a.b.c<br>', '[secret]<br>'],
    ['Basic dXNlcg==', '[secret]'],
    ['xdk_test_abc dk_testing_x', 'xdk_test_abc dk_testing_x'],
  ])('hides secrets: %j is shown as %j', (body, expected) => {
    expect(shown(body)).toBe(expected)
  })

  test.each([
    ['of ada.b+c@mail.example.com, and "bob@x.y"', 'of [email], and "[email]"'],
    ['(a@b.c):d@e.f;<g@h.i>', '([email]):[email];<[email]>'],
    ['@ home', '@ home'],
  ])('hides email addresses: %j is shown as %j', (body, expected) => {
    expect(shown(body)).toBe(expected)
  })

  test.each([
    ['call +43 660 123-45.67 now', 'call [number] now'],
    ['(0660) 1234567', '([number]'],
    ['12345678', '[number]'],
    ['1234567', '1234567'],
    ['1 2 3', '1 2 3'],
  ])('hides what looks like a telephone number: %j is shown as %j', (body, expected) => {
    expect(shown(body)).toBe(expected)
  })

  test('quotes no JSON, which may be personal data', () => {
    const answer = { status: 200, headers: new Headers(), rateLimit: undefined }
    const { message, body } = unexpectedAnswer(answer, '{"name":"Ada"}', 'a list')
    expect(message).toBe(
      'Expected a list, but got 200 (no content type). Check baseUrl and the proxies.',
    )
    expect(body).toBe('{"name":"Ada"}')
  })

  test('has the first 80 characters of a content type', () => {
    const headers = new Headers({ 'content-type': 'x'.repeat(100) })
    const answer = { status: 200, headers, rateLimit: undefined }
    const { message } = unexpectedAnswer(answer, '', 'a list')
    expect(message).toContain(`got 200 (${'x'.repeat(80)}). Check`)
  })
})
