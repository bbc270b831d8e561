import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../models/test/support/any-character.ts'
import { extractHtml } from '../../../src/knowledge/crawler/extract-html.ts'

const { signal } = new AbortController()

const extract = (html: string) => extractHtml(html, signal)

/** Extracts the text of a page. Headings are lines that begin with a number sign. */
async function textOf(html: string): Promise<string> {
  const { sections } = await extract(html)
  return sections
    .flatMap(({ heading, text }) => [...(heading === null ? [] : [`# ${heading}`]), text])
    .filter((part) => part !== '')
    .join('\n\n')
}

describe('blocks', () => {
  test.each([
    ['paragraphs are apart', '<p>One.</p><p>Two.</p>', 'One.\n\nTwo.'],
    ['paragraphs need not be closed', '<p>One.<p>Two.', 'One.\n\nTwo.'],
    ['white space is one space', '<p> One \n\t and&nbsp;&nbsp;two </p>', 'One and two'],
    ['inline elements do not split words', '<p>un<b>believ</b>able</p>', 'unbelievable'],
    ['entities are characters', '<p>5 &lt; 6 &amp;&#x20AC;&hearts;</p>', '5 < 6 &€♥'],
    ['divisions split text', '<div>One</div>two<div>three</div>', 'One\n\ntwo\n\nthree'],
    ['br begins a line', '<p>One<br>two<br/>three</p>', 'One\ntwo\nthree'],
    ['hr splits text', 'One<hr>two', 'One\n\ntwo'],
    ['control characters and soft hyphens are removed', '<p>a\u0007b\u00ADc\u200Bd</p>', 'abcd'],
    ['a link is its text', '<p>Read <a href="/x">this</a>.</p>', 'Read this.'],
    ['text without any element is read', 'Just text', 'Just text'],
    ['a button is read, because accordions use buttons', '<button>Why?</button>', 'Why?'],
  ])('%s', async (_name, html, text) => {
    expect(await textOf(html)).toBe(text)
  })
})

describe('headings', () => {
  test('each begins a section, and text before the first one has no heading', async () => {
    const { sections } = await extract(
      '<p>Intro.</p><h1>Prices</h1><p>5.</p><h3>Tax</h3><p>None.</p>',
    )
    expect(sections).toEqual([
      { heading: null, text: 'Intro.' },
      { heading: 'Prices', text: '5.' },
      { heading: 'Tax', text: 'None.' },
    ])
  })

  test.each([
    ['headings with nothing between them are one', '<h1>A</h1><h2>B</h2><p>c', '# A\nB\n\nc'],
    ['the last heading is kept even without text', '<p>a</p><h2>Call us</h2>', 'a\n\n# Call us'],
    ['an empty heading is dropped', '<h1> <img src=x> </h1><p>a', 'a'],
    [
      'blocks inside a heading stay on its line',
      '<h2><div>A</div><div>B</div>C<br>D</h2>e',
      '# A B C D\n\ne',
    ],
    ['a heading inside a link is a heading', '<a href=x><h2>A</h2></a><p>b', '# A\n\nb'],
    ['a heading that is never closed includes the next paragraph', '<h2>A<p>b</p>', '# A b'],
  ])('%s', async (_name, html, text) => {
    expect(await textOf(html)).toBe(text)
  })
})

describe('lists, tables and code', () => {
  test.each([
    ['items are lines', '<ul><li>a</li><li>b</li></ul><p>c', '- a\n- b\n\nc'],
    ['items need not be closed', '<ol><li>a<li>b</ol>', '- a\n- b'],
    [
      'paragraphs inside items add no blank lines',
      '<ul><li><p>a</p><p>b</p><li><p>c</ul>',
      '- a\nb\n- c',
    ],
    ['lists nest', '<ul><li>a<ul><li>b</ul><li>c</ul>', '- a\n- b\n- c'],
    ['an empty item leaves no mark', '<ul><li></li></ul><p>a', 'a'],
    ['terms and their meanings are lines', '<dl><dt>A<dd>one<dt>B<dd>two</dl>', 'A\none\nB\ntwo'],
    [
      'cells are next to each other',
      '<table><tr><th>Plan<th>Price<tr><td>One<td>5</table>',
      'Plan | Price\nOne | 5',
    ],
    [
      'paragraphs of cells are next to each other',
      '<table><tr><td><p>a</p><p>b</p></td><td><div>c</div></td></tr></table>',
      'a b | c',
    ],
    ['a line break inside a cell is a space', '<table><tr><td>a<br>b<td>c</table>', 'a b | c'],
    [
      'the caption is a line',
      '<table><caption>Prices</caption><tr><td>a<td>b</table>',
      'Prices\na | b',
    ],
    [
      'code keeps its lines',
      '<pre><code>if (a) {\n  b()\n\n  c()\n}\n</code></pre><p>d',
      'if (a) {\n  b()\n\n  c()\n}\n\nd',
    ],
    ['code keeps its indentation', '<p>a<pre>\n  b\n c</pre>', 'a\n\n  b\n c'],
    [
      'headings in a table for layout are headings',
      '<table><tr><td><h1>A</h1><p>b</p></td></tr></table>',
      '# A\n\nb',
    ],
  ])('%s', async (_name, html, text) => {
    expect(await textOf(html)).toBe(text)
  })
})

describe('the text of a page leaves out', () => {
  test.each([
    ['navigation', '<nav>Home</nav>'],
    ['the header of the page', '<header><h1>Acme</h1></header>'],
    ['the footer of the page', '<footer>Imprint</footer>'],
    ['scripts', '<script>var a = "<p>b</p>"</script>'],
    ['styles', '<style>p { color: red }</style>'],
    ['content for browsers without scripts', '<noscript>Please use scripts</noscript>'],
    ['templates', '<template><p>x</p></template>'],
    ['drawings, with their titles', '<svg><title>Icon</title><text>x</text></svg>'],
    ['frames', '<iframe>x</iframe>'],
    ['the options of a select element', '<select><option>Albania</option></select>'],
    ['comments', '<!-- <p>x</p> -->'],
    ['hidden elements', '<p hidden>x</p>'],
    ['content that is hidden from screen readers', '<p aria-hidden="true">x</p>'],
    ['content that a style hides', '<div style="color: red; display:none">x</div>'],
    ['content that a style makes invisible', '<div style="VISIBILITY: HIDDEN">x</div>'],
    ['elements with the role of navigation', '<div role="navigation">x</div>'],
    ['elements with the role of a dialog', '<div role="dialog">Cookies!</div>'],
    ['a dialog that is closed', '<dialog>x</dialog>'],
    ['everything inside a navigation', '<nav><ul><li><a>Home</a><br></ul><p>x</nav>'],
    ['the title of the page', '<title>Title</title>'],
  ])('%s', async (_name, html) => {
    expect(await textOf(`<body><p>before</p>${html}<p>after</p>`)).toBe('before\n\nafter')
  })

  test.each([
    ['the header of an article', '<article><header><h1>A</h1></header>b</article>', '# A\n\nb'],
    ['the footer of a section', '<section>a<footer>b</footer></section>', 'a\n\nb'],
    ['content that is hidden until it is found', '<p hidden="until-found">a</p>', 'a'],
    ['an open dialog', '<dialog open>a</dialog>', 'a'],
    ['content whose style does not hide it', '<p style="--display:none">a</p>', 'a'],
    ['a page that is hidden until it is loaded', '<body style="display:none" hidden>a', 'a'],
    ['content that is explicitly shown to screen readers', '<p aria-hidden="false">a</p>', 'a'],
  ])('but not %s', async (_name, html, text) => {
    expect(await textOf(html)).toBe(text)
  })
})

describe('the title', () => {
  test.each([
    [
      'is the title element of the page',
      '<title> Acme\n &amp; Co </title><h1>Hello</h1>',
      'Acme & Co',
    ],
    ['is the first of several', '<title>A</title><body><title>B</title>', 'A'],
    ['is the first heading if there is no title element', '<p>a</p><h2>Hello</h2>', 'Hello'],
    [
      'is the first heading if the title element is empty',
      '<title> </title><h1>A</h1><h2>B</h2>',
      'A B',
    ],
    ['is null if there is no heading either', '<p>a</p>', null],
    ['is cut at 300 characters', `<title>${'a'.repeat(400)}</title>`, 'a'.repeat(300)],
    ['is never cut inside a character', `<title>${'😀'.repeat(400)}</title>`, '😀'.repeat(300)],
  ])('%s', async (_name, html, title) => {
    expect((await extract(html)).title).toBe(title)
  })
})

describe('hostile pages', () => {
  const large = 400_000
  const shapes = [
    ['one long word', 'a'],
    ['paragraphs that are never closed', '<p>a'],
    ['inline elements in one paragraph', '<b>a</b>'],
    ['headings', '<h2>a</h2>b'],
    ['rows', '<table><tr><td>a<td>b</table>'],
    ['closing tags without an opening tag', '</x>'],
    ['less-than signs', '<'],
    ['comments that are never closed', '<!--'],
    ['entities', '&amp;'],
    ['attributes', '<a b=1 c="'],
    ['spaces in code', '<pre>  '],
    ['line feeds', '\n\n'],
  ] as const

  test.each(shapes)(
    '400,000 characters of %s take less than five seconds of processor time',
    async (_name, piece) => {
      const html = piece.repeat(large / piece.length)
      // This measures processor time, because a busy machine adds waiting time.
      const before = process.cpuUsage()
      await extract(html).catch((error) => expect(error.code).toBe('not_text'))
      expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
    },
  )

  test('a page that is nested more than 1,000 levels deep is refused, and one with 1,000 levels is read', async () => {
    await expect(extract(`${'<div>'.repeat(1_001)}a`)).rejects.toMatchObject({
      code: 'not_text',
      message: 'The page is nested too deeply',
    })
    expect(await textOf(`${'<div>'.repeat(1_000)}a`)).toBe('a')
  })

  test('an aborted reading ends between two pieces of the page', async () => {
    const stop = new AbortController()
    const reading = extractHtml('<p>a</p>'.repeat(100_000), stop.signal)
    stop.abort(new Error('Enough.'))
    await expect(reading).rejects.toThrow('Enough.')
  })

  test('other work continues while a long page is read', async () => {
    let ticks = 0
    const count = () => {
      ticks += 1
      if (ticks < 1_000) setImmediate(count)
    }
    setImmediate(count)
    await extract('<p>word</p>'.repeat(100_000))
    expect(ticks).toBeGreaterThan(10)
  })
})

const names = ['p', 'div', 'h1', 'h2', 'ul', 'li', 'table', 'tr', 'td', 'pre', 'br', 'title', 'nav']
const rare = [
  'script',
  'svg',
  'math',
  'form',
  'a',
  'select',
  'option',
  'header',
  'main',
  'x-y',
  'p/',
]
const piece = fc.oneof(
  fc.constantFrom(...names, ...rare).map((name) => `<${name}>`),
  fc.constantFrom(...names, ...rare).map((name) => `</${name}>`),
  fc.constantFrom(
    '<',
    '</',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&#0;',
    '&amp',
    '&#xD800;',
    '"',
    ' ',
  ),
  fc.constantFrom(
    '<p hidden>',
    '<p style="display:none',
    '<p role=navigation>',
    "<a b='",
    '<?x',
    '<!doctype',
  ),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
)

describe('any text', () => {
  test('is read without an error, into text without NUL and soft hyphens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const { title, sections } = await extract(pieces.join(''))
        for (const { heading, text } of sections) {
          expect(heading === null && text === '').toBe(false)
          expect(text).toBe(text.trimEnd())
          expect(heading).not.toBe('')
          expect(`${heading}${text}`).not.toMatch(/[\0\u00AD]/)
        }
        expect(title).not.toBe('')
      }),
      { numRuns: 400 },
    )
  })

  test('between elements is found again, word by word and in order', async () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    const block = fc.tuple(fc.constantFrom('p', 'div', 'h2', 'li', 'td', 'pre', 'b'), word)
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 30 }), async (blocks) => {
        const html = blocks.map(([name, text]) => `<${name}>${text}</${name}> `).join('')
        const words = (await textOf(html)).match(/[a-z]+/g)
        expect(words).toEqual(blocks.map(([, text]) => text))
      }),
      { numRuns: 200 },
    )
  })
})
