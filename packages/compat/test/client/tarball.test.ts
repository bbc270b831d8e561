import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unpack } from '../support/install.ts'
import { tarballsOf } from '../support/tarballs.ts'
import { compileConsumer, declarationsIn, mistakesIn } from './compile.ts'
import { type Compiler, compilers, mistakesOf } from './compilers.ts'
import { consumer } from './consumers.ts'
import { loadInContext } from './load-in-context.ts'
import { projects, writeProjects } from './projects.ts'

// Only the client is installed here.
const project = mkdtempSync(join(tmpdir(), 'client-package-'))
const folder = join(project, 'node_modules/@doorkit/client')
const documents = [
  'LICENSE',
  'README.md',
  'THIRD-PARTY-LICENSES.md',
  'llms.txt',
  'skills/doorkit-client/SKILL.md',
]

beforeAll(async () => {
  await unpack(project, tarballsOf('client'))
  writeProjects(project, folder)
})

afterAll(() => rmSync(project, { recursive: true }))

const read = (path: string) => readFileSync(join(folder, path), 'utf8')

describe('the tarball', () => {
  test('has at most 60 files with 1,550,000 bytes before compression, and no sources', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(folder, path)).isFile(),
    )
    expect(files.length).toBeGreaterThan(30)
    expect(files.length).toBeLessThanOrEqual(60)
    const bytes = files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
    expect(bytes).toBeLessThanOrEqual(1_550_000)
    const others = files.filter((path) => !path.startsWith('dist/'))
    expect(others.sort()).toEqual([...documents, 'package.json'].sort())
  })

  test('needs no other packages', () => {
    const manifest = JSON.parse(read('package.json'))
    expect(manifest.dependencies).toBeUndefined()
    for (const peer of Object.keys(manifest.peerDependencies)) {
      expect(manifest.peerDependenciesMeta[peer], peer).toEqual({ optional: true })
    }
  })
})

describe('the code of the tarball', () => {
  const scripts = () =>
    readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.c?js$/.test(name),
    )

  test('can be read and debugged, with few long lines and the real names of functions', () => {
    expect(scripts().length).toBeGreaterThan(12)
    for (const name of scripts()) {
      const lines = read(`dist/${name}`).split('\n')
      // zod is bundled with the schemas, and its sources have long tables.
      const long = lines.filter((line) => line.length > 400 && !/_zod|zod|regex/i.test(line))
      expect(long.length, name).toBeLessThanOrEqual(10)
    }
    const index = read('dist/index.cjs')
    for (const name of ['performAttempts', 'runAttempt', 'readRefusal', 'startCall']) {
      expect(index).toMatch(new RegExp(`function ${name}\\(|${name} = `))
    }
  })
})

test('the client works as CommonJS in a test runner without import()', async () => {
  const file = join(folder, 'dist/index.cjs')
  const { createClient } = loadInContext(file) as typeof import('@doorkit/client')
  const records: unknown[] = []
  const note = (record: unknown) => void records.push(record)
  const events = [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Hi' },
  ]
  const answers = [
    () => Response.json({ id: 'ct_1' }),
    () =>
      new Response(
        [...events, { type: 'finish' }]
          .map((event) => `data: ${JSON.stringify(event)}\n\n`)
          .concat('data: [DONE]\n\n')
          .join(''),
        { headers: { 'content-type': 'text/event-stream' } },
      ),
  ]
  const client = createClient({
    apiKey: 'dk_test_key',
    baseUrl: 'https://api.example.com/v1',
    fetch: async () => answers.shift()?.() ?? Response.error(),
    logger: { debug: note, info: note, warn: note, error: note },
    maxConcurrent: 1,
  })
  const contact = client.contacts.upsert({ email: 'ada@example.com' }, { idempotencyKey: 'key-1' })
  expect(await contact).toEqual({ id: 'ct_1' })
  const stream = await client.chatSessions.stream('chs_1', { text: 'Hello' })
  expect(await stream.text()).toBe('Hi')
  expect(records.length).toBeGreaterThan(1)
})

describe('the declarations', () => {
  const files = () =>
    readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.d\.c?ts$/.test(name))
      .map((name) => ts.createSourceFile(name, read(`dist/${name}`), ts.ScriptTarget.Latest, true))

  test('have no any', () => {
    let nodes = 0
    for (const file of files()) {
      const visit = (node: ts.Node): void => {
        nodes += 1
        const line = file.getLineAndCharacterOfPosition(node.pos).line + 1
        expect(node.kind, `${file.fileName}:${line}`).not.toBe(ts.SyntaxKind.AnyKeyword)
        ts.forEachChild(node, visit)
      }
      visit(file)
    }
    expect(nodes).toBeGreaterThan(10_000)
  })

  test('use no other package in the main entry', () => {
    for (const entry of ['dist/index.d.ts', 'dist/index.d.cts']) {
      const reached = new Set<string>()
      const foreign: string[] = []
      const follow = (path: string) => {
        if (reached.has(path)) return
        reached.add(path)
        const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(read(path))
        for (const { fileName } of [...importedFiles, ...typeReferenceDirectives]) {
          if (!fileName.startsWith('.')) foreign.push(fileName)
          else follow(join(path, '..', fileName.replace(/\.(c?)js$/, '.d.$1ts')))
        }
      }
      follow(entry)
      expect(reached.size).toBeGreaterThan(2)
      expect(foreign).toEqual([])
    }
  })

  const cases = (['node', 'dom', 'nothing'] as const).flatMap((ambientTypes) =>
    (['consumer.mts', 'consumer.cts', 'consumer.ts'] as const).flatMap((file) =>
      [true, false].map((exactOptionalPropertyTypes) => ({
        ambientTypes,
        file,
        exactOptionalPropertyTypes,
      })),
    ),
  )

  test.each(cases)(
    'compile with the types of $ambientTypes, in $file, with exactOptionalPropertyTypes $exactOptionalPropertyTypes',
    (options) => {
      const program = compileConsumer(project, consumer, options)
      expect(declarationsIn(program).length).toBeGreaterThan(2)
      expect(mistakesIn(program)).toEqual([])
    },
  )

  test('do not compile with a mistake in the program', () => {
    const wrong = consumer.replace("'ct_1'", '17')
    const program = compileConsumer(project, wrong, {
      ...(cases[0] as (typeof cases)[number]),
    })
    expect(mistakesIn(program)).toHaveLength(1)
  })
})

describe('the declarations, in strict projects that check libraries too,', () => {
  const resolutions = Object.keys(projects)
  const resolutionsOf = (compiler: Compiler) =>
    resolutions.filter((resolution) => resolution !== 'node10' || compiler.startsWith('5.'))
  const matrix = compilers.flatMap((compiler) =>
    resolutionsOf(compiler).map((resolution) => ({ compiler, resolution })),
  )

  test.each(matrix)(
    'compile with TypeScript $compiler and $resolution',
    async ({ compiler, resolution }) => {
      const own = resolutionsOf(compiler)
      const folders = own.map((name) => join(project, name))
      expect((await mistakesOf(compiler, folders))[own.indexOf(resolution)]).toBe('')
    },
  )

  test('are tested with 22 combinations', () => {
    expect(matrix).toHaveLength(22)
  })
})

describe('the cost of the declarations for a compiler', () => {
  const options = {
    ambientTypes: 'node',
    file: 'consumer.mts',
    exactOptionalPropertyTypes: false,
  } as const

  /** Counts, which are the same in every run, unlike times. */
  function costOf(source: string) {
    const program = compileConsumer(project, source, options)
    const consumer = program.getSourceFile(join(project, options.file))
    expect(program.getSemanticDiagnostics(consumer)).toEqual([])
    const files = program.getSourceFiles()
    return {
      files: files.length,
      lines: files.reduce((sum, file) => sum + file.getLineStarts().length, 0),
      symbols: program.getSymbolCount(),
      types: program.getTypeCount(),
      instantiations: program.getInstantiationCount(),
    }
  }

  // With TypeScript 6.0 on Node 24, 3,300 lines with 2,000 symbols took about 25 ms of processor time
  // (the least of twelve runs) and 1.9 MB of memory. With TypeScript 7.0, they took no measurable time,
  // and 2.4 MB.
  test('stays within limits for files, lines, symbols, types and instantiations', () => {
    const none = costOf('export const client = 1')
    const one = costOf(`
      import { createClient } from '@doorkit/client'
      export const client = createClient()
      export const contact = client.contacts.get('ct_1')
    `)
    expect(one.files - none.files).toBeGreaterThan(2)
    expect(one.files - none.files).toBeLessThanOrEqual(8)
    expect(one.lines - none.lines).toBeLessThanOrEqual(4_400)
    expect(one.symbols - none.symbols).toBeLessThanOrEqual(2_700)
    expect(one.types - none.types).toBeLessThanOrEqual(25)
    expect(one.instantiations - none.instantiations).toBeLessThanOrEqual(10)
  })
})
