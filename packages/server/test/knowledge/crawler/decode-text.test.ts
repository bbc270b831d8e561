import { describe, expect, test } from 'vitest'
import { decodeText } from '../../../src/knowledge/crawler/decode-text.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text, 'utf8')

describe('the encoding of a page', () => {
  test.each([
    ['is given by a byte order mark', Buffer.from('\uFEFFä', 'utf16le'), 'iso-8859-1', 'ä'],
    ['is given by a byte order mark of UTF-8', utf8('\uFEFFä'), 'shift_jis', 'ä'],
    [
      'is given by a byte order mark with the high byte first',
      Buffer.from([0xfe, 0xff, 0, 0xe4]),
      null,
      'ä',
    ],
    ['is given by the server', latin1('ä'), 'ISO-8859-1', 'ä'],
    [
      'is given by the server, even if the page declares another one',
      latin1('<meta charset=utf-8>ä'),
      'latin1',
      '<meta charset=utf-8>ä',
    ],
    ['is given by the server, for another script', Buffer.from([0x93, 0xfa]), 'Shift_JIS', '日'],
    [
      'is given by the page',
      latin1('<meta charset="windows-1252">ä'),
      null,
      '<meta charset="windows-1252">ä',
    ],
    [
      'is given by the page in the old form',
      latin1('<META http-equiv=Content-Type content="text/html; charset=iso-8859-1">ä'),
      null,
      '<META http-equiv=Content-Type content="text/html; charset=iso-8859-1">ä',
    ],
    [
      'is given by the page if the server declares an unknown one',
      latin1('<meta charset=latin1>ä'),
      'klingon',
      '<meta charset=latin1>ä',
    ],
    [
      'is UTF-8 if the page claims to be UTF-16',
      utf8('<meta charset=utf-16>ä'),
      null,
      '<meta charset=utf-16>ä',
    ],
    ['is UTF-8 if nothing is declared', utf8('ä€'), null, 'ä€'],
    [
      'is Windows-1252 if nothing is declared and the bytes are not UTF-8',
      Buffer.from([0xe4, 0x80]),
      null,
      'ä€',
    ],
    [
      'is Windows-1252 if the declared one is unknown and the bytes are not UTF-8',
      Buffer.from([0xe4]),
      'klingon',
      'ä',
    ],
    ['does not matter for an empty page', Buffer.alloc(0), null, ''],
  ])('%s', (_name, bytes, declared, text) => {
    expect(decodeText(bytes, declared)).toBe(text)
  })

  test('damages characters if it is declared wrongly, but the page is still read', () => {
    expect(decodeText(latin1('Käse'), 'utf-8')).toBe('K\uFFFDse')
  })

  test('is not read from a declaration after the first 1,024 bytes', () => {
    const late = Buffer.concat([Buffer.alloc(1_024, ' '), utf8('<meta charset=latin1>ä')])
    expect(decodeText(late, null).endsWith('ä')).toBe(true)
  })
})
