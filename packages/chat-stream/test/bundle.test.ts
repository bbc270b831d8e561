import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import * as chatStream from '../src/index.ts'

const bundle = async (names: string) => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { ${names} } from './src/index.ts'`,
      resolveDir: `${import.meta.dirname}/..`,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  })
  const [file] = outputFiles
  if (!file) throw new Error('esbuild wrote nothing')
  const packages = Object.keys(metafile.inputs).flatMap(
    (input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? [],
  )
  return { text: file.text, bytes: gzipSync(file.text, { level: 9 }).length, packages }
}

// Minified and gzipped.
const budgets: [string, number][] = [
  ['createChatParser', 3500],
  ['createChatParser, createMessageReducer', 6400],
  ['createChatParser, createMessageReducer, readChatStream', 9000],
  ['encodeChatChunk, CHAT_STREAM_DONE, CHAT_STREAM_HEADERS', 260],
]

test('the licenses of bundled code are included', async () => {
  const { packages } = await bundle(Object.keys(chatStream).join(', '))
  expect([...new Set(packages)]).toEqual(['eventsource-parser'])
  const file = new URL('../../../node_modules/eventsource-parser/LICENSE', import.meta.url)
  const license = readFileSync(file, 'utf8').trim()
  const page = `# Third-party licenses\n\nThe files of this package contain parts of the following package.\n\n## eventsource-parser\n\n${license}\n`
  await expect(page).toMatchFileSnapshot('../THIRD-PARTY-LICENSES.md')
})

describe('a bundle for the browser', () => {
  test.each(budgets)('of %s is at most %d bytes', async (names, budget) => {
    const { text, bytes } = await bundle(names)
    expect(text).toContain('export{')
    expect(bytes).toBeLessThanOrEqual(budget)
    // If a budget were far too large, the test could not fail.
    expect(bytes).toBeGreaterThan(budget * 0.9)
  })

  test('has no schema library, no stream transformer and no module of Node', async () => {
    const { text } = await bundle(
      'createChatParser, createMessageReducer, readChatStream, createChatTransport, encodeChatChunk',
    )
    expect(text).toContain('tool-input-available')
    for (const forbidden of [
      'Zod',
      'zod',
      'safeParse',
      'TransformStream',
      'TextDecoderStream',
      'node:',
      'require(',
    ])
      expect(text).not.toContain(forbidden)
  })
})
