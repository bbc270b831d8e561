import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { published } from './manifests.ts'
import { read, root } from './pages.ts'

/** The words that the last column of the glossary keeps out of names. */
const banned = new Set(
  [...read('docs/glossary.md').matchAll(/^\|.*\|([^|]*)\|$/gm)].flatMap(([, column = '']) =>
    [...column.matchAll(/`([a-z]+)`/g)].map(([, word = '']) => word),
  ),
)

const files = published.flatMap(({ folder }) =>
  globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }),
)

/** Splits a name in camelCase or kebab-case into words in lower case. */
function wordsOf(name: string): string[] {
  return name
    .split(/\W+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase())
}

// In names and files with these words, a turn is a chat turn.
const isOfChat = (text: string) => /chat|agent|session|running/i.test(text)

/** Whether a name breaks the glossary. */
function isWrong(name: string, file: string): boolean {
  const words = wordsOf(name)
  if (words.some((word) => banned.has(word) || banned.has(word.replace(/s$/, '')))) return true
  if (words.some((word) => /^turns?$/.test(word)) && !isOfChat(`${file} ${name}`)) return true
  return /^keys?$/.test(words[0] ?? '')
}

const participle = /^[A-Z][a-z]+(ed|ing)$|^(Built|Found|Held|Known|Said|Seen|Shown)$/

/** Nouns that look like participles. */
const nouns = [
  ...['Embed', 'Ending', 'Finding', 'Grading', 'Heading', 'Listing', 'Meaning', 'Meeting'],
  ...['Opening', 'Reading'],
]

const isParticiple = (name: string) => participle.test(name) && !nouns.includes(name)

const exportPattern =
  /^export (?:declare |default )?(?:async |abstract )?(?:function|class|interface|type|const)\*? (\w+)/gm

/**
 * Finds the names of a file and of its exports that break a rule. The name of a component must be a
 * noun, too.
 */
function findWrongNames(file: string): string[] {
  const [stem = ''] = file.split('/').at(-1)?.split('.') ?? []
  const wrong = [...read(file).matchAll(exportPattern)].filter(([, name = '']) => {
    return isWrong(name, file) || isParticiple(name)
  })
  return [...(isWrong(stem, file) ? [stem] : []), ...wrong.map(([, name = '']) => name)]
}

const wrongNames = files.flatMap((file) =>
  findWrongNames(file).map((name) => `${file.replace(/^packages\/|src\//g, '')} ${name}`),
)

test('no exported name or file name breaks a rule of the glossary', () => {
  expect(banned.size).toBeGreaterThan(8)
  expect(files.length).toBeGreaterThan(500)
  expect(wrongNames).toEqual([])
})

test('the name of a type is not a participle', () => {
  const gitArguments = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx']
  const sources = execFileSync('git', gitArguments, { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  const declared = /^ *(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm
  const wrong = sources.flatMap((file) =>
    Array.from(read(file).matchAll(declared), ([, name = '']) => name)
      .filter(isParticiple)
      .map((name) => `${file} ${name}`),
  )
  expect(sources.length).toBeGreaterThan(1_000)
  expect(wrong).toEqual([])
})
