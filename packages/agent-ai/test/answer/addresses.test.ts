import { describe, expect, test } from 'vitest'
import { findAddresses } from '../../src/answer/find-addresses.ts'
import { checkAnswer } from './check-text.ts'

const foreignAddresses = [
  'https://evil.example/a?b=c',
  'HTTPS://EVIL.EXAMPLE',
  'http://evil.example:8080/x',
  'https:\\\\evil.example\\x',
  'https:evil.example',
  'ftp://evil.example/file',
  '//evil.example/x',
  'www.evil.com',
  'evil.example',
  'evil.com/path?q=1#x',
  'sub.evil.co.uk/path',
  'evil.zip',
  'me@evil.example',
  'mailto:me@evil.example',
  'javascript:alert(document.domain)',
  'data:text/html;base64,PHNjcmlwdD4',
  'https://lumen.example.evil.example/',
  'https://www.lumen.example@evil.example/',
  'https://evil.example/lumen.example',
  'https://lumen.example/go?to=https://evil.example',
  'https://lumen.example/go?to=https%3A%2F%2Fevil.example',
  'https://lumen.example/go?to=https%253A%252F%252Fevil.example',
  'https://lumen.example//evil.example',
  'https://lumen.example\\@evil.example',
  'https://lumen.example#@evil.example',
  'hxxps://evil[.]example/x',
  'evil[.]com',
  'evil(dot)com',
  'me[at]evil[dot]com',
  'https%3A%2F%2Fevil.example%2Fx',
  '&#104;ttps://evil.example',
  'https&colon;//evil&period;example',
  'https://ev\u200Bil.example',
  'ev\u00ADil.example',
  'evil\u3002example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'https://еvil.example',
  'https://[2001:db8::1]/x',
  'https://203.0.113.9/x',
  '<https://evil.example>',
  '**https://evil.example**',
  '[https://evil.example](https://lumen.example)',
  '[here](https://evil.example "title")',
  '[here](<https://evil.example>)',
  '[here](//evil.example)',
  '[here](/\\evil.example)',
  '[here](https&#58;//evil.example)',
  '[here](javascript:alert(1))',
  '[here]: https://evil.example',
  '![chart](https://evil.example/p.png)',
  '![](https://evil.example/p.png?lead=bob)',
  '![a ![b](https://evil.example/1.png)](https://evil.example/2.png)',
  '&#33;[chart](https://evil.example/p.png)',
  '!\u200B[here](https://evil.example)',
  '<img src="https://evil.example/p.png">',
  '<img src=//evil.example/p.png onerror=alert(1)',
  '<a href="https://evil.example">here</a>',
  '&lt;a href="https://evil.example"&gt;here',
  '<iframe src="https://evil.example"></iframe>',
  '<select onfocus=alert(1) autofocus>',
  '<textarea onfocus=alert(1) autofocus>',
]

describe('an address of another site is removed', () => {
  test.each(foreignAddresses)('%s', (address) => {
    for (const text of [
      `See ${address} for more. Fine.`,
      address,
      `(${address})`,
      `A\n${address}\nB`,
    ]) {
      const shownText = checkAnswer(text)
        .normalize('NFKC')
        .replace(/\p{Cf}/gu, '')
      expect(shownText).not.toMatch(/(?:e|е)vil|203\.0|2001|alert|base64|<img|<iframe/i)
    }
    expect(checkAnswer(`See ${address} for more. Fine.`)).toMatch(/^See .* Fine\.$/s)
  })
})

test('a link to another site becomes its text, and an image its description', () => {
  const text = 'Read [our terms](https://evil.example) now. ![A lamp](https://lumen.example/a.png)'
  expect(checkAnswer(text)).toBe('Read our terms now. A lamp')
})

const harmlessTexts = [
  'See https://lumen.example/prices, https://www.lumen.example/a_(b) and lumen.example.',
  'Read [the prices](/prices), [the terms](https://lumen.example/terms) or [below](#below).',
  'Write to hello@lumen.example.',
  'We use Node.js, C#, .NET and TCP/IP, version 1.2.3.4 of a.b, and 3.5 m.',
  'E.g. lamps, i.e. lights, z.B. Lampen, d.h. Licht, p.ej. luz, U.S. etc.',
  'It is fine.It really is, and so is this...maybe.',
  'Open from 9.00 to 17.30, on 24.11.2026, at 12:30//13:30.',
  'Use a < b > c, 24/7, and/or, and *bold* or `code`.',
  'A list:\n- one\n- two [x]\n1. three',
  'Costs €5,00 – "cheap"! 👨‍👩‍👧 می‌خواهم',
]

test.each(harmlessTexts)('a text without a foreign address stays as it is: %s', (text) => {
  expect(checkAnswer(text)).toBe(text)
})

describe('an address from a result', () => {
  const results = {
    passages: [{ text: 'Track it at https://post.example/track?x=1 or ask a.b@post.example.' }],
  }

  test('is shown unchanged', () => {
    const text =
      'At https://post.example/track?x=1, [here](https://post.example/track?x=1), post.example or a.b@post.example.'
    expect(checkAnswer(text, { results })).toBe(text)
  })

  test('is removed if anything in it is changed or added', () => {
    const text =
      'https://post.example/track?x=2 https://post.example/track?x=1&lead=bob https://post.example/bob c@post.example'
    expect(checkAnswer(text, { results })).toBe('[…] […] […] […]')
  })
})

test('the host can name further sites', () => {
  const text = 'See https://status.other.example/now, status.other.example and other.example.'
  expect(checkAnswer(text, { sites: ['status.other.example'] })).toBe(
    'See https://status.other.example/now, status.other.example and […].',
  )
})

test('40,000 brackets after an address are read within half a second', () => {
  const before = process.cpuUsage()
  findAddresses(`https://evil.example/${')'.repeat(40_000)}`)
  expect(process.cpuUsage(before).user).toBeLessThan(500_000)
})

test('a closing bracket belongs to an address only if the address opens it', () => {
  const ends = (text: string) => findAddresses(text).map(({ end }) => text.slice(0, end))
  expect(ends('https://a.example/(b)).}')).toEqual(['https://a.example/(b)'])
  expect(ends('https://a.example/{b}}.')).toEqual(['https://a.example/{b}'])
})
