import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src', import.meta.url))

/** From the ground up: a file imports from its own room and from those before it. */
const rooms = [
  'contract',
  'answer',
  'errors',
  'attempt',
  'call',
  'list',
  'stream',
  'contract/resources',
  '',
  'otel',
  'sync',
  'undici',
  'validate',
  'testing',
]

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
)

/** The room of a file: its folder, but that the lists of names stand above everything. */
function roomOf(file: string): string {
  return file === 'contract/index.ts' ? '' : dirname(file).replace(/^\.$/, '')
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8')
  const paths = text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g)
  return [...paths].map(([, path = '']) => relative(source, join(source, dirname(file), path)))
}

test('every folder is a room', () => {
  expect(files.length).toBeGreaterThan(100)
  expect([...new Set(files.map(roomOf))].sort()).toEqual([...rooms].sort())
})

test.each(rooms)('no import of the room "%s" leads up', (room) => {
  const up = files
    .filter((file) => roomOf(file) === room)
    .flatMap((file) => importsOf(file).map((path) => ({ file, path })))
    .filter(({ path }) => rooms.indexOf(roomOf(path)) > rooms.indexOf(room))
  expect(up).toEqual([])
})

test('the top is a screen of names', () => {
  expect(readdirSync(source).length).toBeLessThanOrEqual(15)
})
