import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutDetails } from '../../src/links/without-details.ts'

describe('the address of a page without the details of a person', () => {
  test.each([
    ['https://a.example/p?dw_email=a%40b.example', 'https://a.example/p'],
    ['https://a.example/p?x=1&dw_first=Ada&y=2#top', 'https://a.example/p?x=1&y=2#top'],
    [
      'https://a.example/p?dw_link=lk_1&dw_last=L&dw_company=C&dw_title=T',
      'https://a.example/p?dw_link=lk_1',
    ],
    ['https://a.example/p?dw%5Femail=a%40b.example&DW_EMAIL=x', 'https://a.example/p?DW_EMAIL=x'],
    ['https://a.example/p?dw_email', 'https://a.example/p'],
    ['/p?dw_first=Ada#?dw_email=kept', '/p#?dw_email=kept'],
  ])('%s is %s', (url, expected) => {
    expect(withoutDetails(url)).toBe(expected)
  })

  test('any other address stays as it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()), (url) => {
        fc.pre(!/dw/i.test(url))
        expect(withoutDetails(url)).toBe(url)
      }),
    )
  })
})
