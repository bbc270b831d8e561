import { describe, expect, test } from 'vitest'
import { decodeText } from '../../../src/knowledge/crawler/decode-text.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text, 'utf8')

describe('the encoding of a page', () => {
  test.each([
    ['a byte order mark', Buffer.from('\uFEFFä', 'utf16le'), 'iso-8859-1', 'ä'],
    ['a byte order mark of UTF-8', utf8('\uFEFFä'), 'shift_jis', 'ä'],
    ['a byte order mark, high byte first', Buffer.from([0xfe, 0xff, 0, 0xe4]), null, 'ä'],
    ['the declaration of the server', latin1('ä'), 'ISO-8859-1', 'ä'],
    [
      'the declaration of the server, even if the page declares another one',
      latin1('<meta charset=utf-8>ä'),
      'latin1',
      '<meta charset=utf-8>ä',
    ],
    [
      'the declaration of the server, for another script',
      Buffer.from([0x93, 0xfa]),
      'Shift_JIS',
      '日',
    ],
    [
      'the declaration of the page',
      latin1('<meta charset="windows-1252">ä'),
      null,
      '<meta charset="windows-1252">ä',
    ],
    [
      'the old form of declaration of the page',
      latin1('<META http-equiv=Content-Type content="text/html; charset=iso-8859-1">ä'),
      null,
      '<META http-equiv=Content-Type content="text/html; charset=iso-8859-1">ä',
    ],
    [
      'the declaration of the page, if the server declares an unknown one',
      latin1('<meta charset=latin1>ä'),
      'klingon',
      '<meta charset=latin1>ä',
    ],
    [
      'UTF-8, if the page claims to be UTF-16',
      utf8('<meta charset=utf-16>ä'),
      null,
      '<meta charset=utf-16>ä',
    ],
    ['UTF-8, if nothing is declared', utf8('ä€'), null, 'ä€'],
    [
      'Windows-1252, if nothing is declared and the bytes are not UTF-8',
      Buffer.from([0xe4, 0x80]),
      null,
      'ä€',
    ],
    ['Windows-1252, if the declared encoding is unknown', Buffer.from([0xe4]), 'klingon', 'ä'],
    ['any, in an empty page', Buffer.alloc(0), null, ''],
  ])('is %s', (_name, bytes, declared, text) => {
    expect(decodeText(bytes, declared)).toBe(text)
  })

  test('loses characters, but not the page, if its declaration is wrong', () => {
    expect(decodeText(latin1('Käse'), 'utf-8')).toBe('K\uFFFDse')
  })

  test('is not read from a declaration after the first 1,024 bytes', () => {
    const late = latin1(`${' '.repeat(1_024)}<meta charset=latin1>ä`)
    expect(decodeText(late, null).endsWith('ä')).toBe(true)
    const deep = Buffer.concat([Buffer.alloc(1_024, ' '), utf8('<meta charset=latin1>ä')])
    expect(decodeText(deep, null).endsWith('ä')).toBe(true)
  })
})
