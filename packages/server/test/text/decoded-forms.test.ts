import process from 'node:process'
import { expect, test } from 'vitest'
import { decodedForms } from '../../src/text/decoded-forms.ts'

test('each further form has one layer of encoding less, wide characters become plain, and invisible ones are removed', () => {
  expect(decodedForms('a%2540b')).toEqual(['a%2540b', 'a%40b', 'a@b'])
  expect(decodedForms('a\\\\u0040b')).toEqual(['a\\\\u0040b', 'a@b'])
  for (const at of ['&#64;', '&#x40;', '&commat;']) {
    expect(decodedForms(`a${at}b`)).toEqual([`a${at}b`, 'a@b'])
  }
  expect(decodedForms('ａ＠ｂ｡ｃｏ')).toEqual(['a@b.co'])
  expect(decodedForms('a\u200b@b')).toEqual(['a@b'])
})

test('a styled letter becomes plain at any place in a long text', () => {
  const styled = '𝒂'.repeat(1_000)
  expect(decodedForms(styled)).toEqual(['a'.repeat(1_000)])
  expect(decodedForms(`é${styled}`)).toEqual([`é${'a'.repeat(1_000)}`])
})

test('each long hostile text is decoded in less than two seconds of processor time', () => {
  const hostile = [
    '\\'.repeat(400_000),
    `a${'\u0301'.repeat(200_000)}${'\u0316'.repeat(200_000)}`,
    `a${'\u0301\uff9e'.repeat(200_000)}`,
    '%25'.repeat(130_000),
    '&#x'.repeat(130_000),
    '\ufdfa'.repeat(100_000),
  ]
  for (const text of hostile) {
    const before = process.threadCpuUsage()
    decodedForms(text)
    // This measures processor time of this thread, which a busy machine does not lengthen.
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(2_000)
  }
})
