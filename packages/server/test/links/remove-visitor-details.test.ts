import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutDetails } from '../../src/links/remove-visitor-details.ts'

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
    ['https://a.example/u/ada@b.example/edit?x=1', 'https://a.example/u/:email/edit?x=1'],
    ['https://a.example/u/ada%40b.example', 'https://a.example/u/:email'],
    ['https://a.example/u/ada%2540b%252Eexample', 'https://a.example/u/:email'],
    ['https://a.example/ada+news@b.example/x', 'https://a.example/:email/x'],
    ['https://a.example/p;to=ada@b.example/x', 'https://a.example/:email/x'],
    ['https://a.example/\u{e4}da@b\u{fc}ro.example', 'https://a.example/:email'],
    ['https://a.example/%C3%A4da%40b%C3%BCro.example', 'https://a.example/:email'],
    ['https://a.example/ada\uff20b\uff0eexample', 'https://a.example/:email'],
    ['https://a.example/ada\u200b@b.example', 'https://a.example/:email'],
    ['https://a.example/ada&commat;b.example', 'https://a.example/:email'],
    ['https://a.example\\ada@b.example', 'https://a.example\\:email'],
    ['https://ada%40b.example@a.example/x', 'https://a.example/x'],
    ['https://a.example/p?to=ada%40b.example&x=1', 'https://a.example/p?x=1'],
    ['https://a.example/p?ada%2540b.example', 'https://a.example/p'],
    ['https://a.example/p?x=1#ada@b.example', 'https://a.example/p?x=1'],
    ['https://a.example/@ada/photo@2x', 'https://a.example/@ada/photo@2x'],
  ])('of %s is %s', (url, expected) => {
    expect(withoutDetails(url)).toBe(expected)
  })

  test('a URL without details stays as it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()), (url) => {
        fc.pre(!/dw|[@\uff20\ufe6b]|%|&|\\\\u/i.test(url))
        expect(withoutDetails(url)).toBe(url)
      }),
    )
  })
})
