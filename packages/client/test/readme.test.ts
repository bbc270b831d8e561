import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = read('../README.md')

test('the README lists every code of the client, once, in the order of the package', () => {
  const listed = [...readme.matchAll(/^\| `(\w+)` +\| `\w+Error` /gm)].map(([, code]) => code)
  const union = /export type ClientErrorCode =((?:\s+\| '\w+')+)/.exec(
    read('../src/errors/doorkit-error.ts'),
  )
  const declared = [...(union?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, code]) => code)
  expect(declared.length).toBeGreaterThan(10)
  expect(listed).toEqual(declared)
})

test('the code of the README compiles', () => {
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '')
  expect(blocks.length).toBeGreaterThanOrEqual(5)
  const [first = '', ...rest] = blocks
  const surroundings = `
    declare const stored: { resumeToken: string | undefined }
    declare const crm: { save(contact: Contact): Promise<void> }
    declare const traceparent: string
    interface MirrorTransaction {
      upsert(contact: Contact): Promise<void>
      saveCheckpoint(list: string, checkpoint: SyncCheckpoint): Promise<void>
    }
    declare const database: {
      loadCheckpoint(list: string): Promise<SyncCheckpoint | null>
      transaction(work: (transaction: MirrorTransaction) => Promise<void>): Promise<void>
    }
    declare const metrics: {
      count(operation: string, attempt: number, status: number): void
      failed(operation: string, code: string | undefined): void
      drift(operation: string, fields: readonly unknown[]): void
    }
    import type { Contact } from '@doorkit/client'
    import type { SyncCheckpoint } from '@doorkit/client/sync'
  `
  const isImport = (line: string) => line.startsWith('import ')
  const blocksOfCode = rest.map((block) => {
    const lines = block.split('\n')
    const code = lines.filter((line) => !isImport(line))
    return [...lines.filter(isImport), '{', ...code, '}'].join('\n')
  })
  const program = [first, surroundings, ...blocksOfCode].join('\n')
  expect(mistakesIn(program)).toEqual([])
  expect(mistakesIn(program.replace("'ada@example.com'", '7'))).toHaveLength(1)
})

function mistakesIn(program: string): string[] {
  const directory = fileURLToPath(new URL('.', import.meta.url))
  const file = `${directory}readme-sample.ts`
  const { config } = ts.readConfigFile(`${directory}tsconfig.json`, ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, directory)
  const options: ts.CompilerOptions = {
    ...parsed.options,
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    rootDir: '/',
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (name, ...others) =>
    name === file
      ? ts.createSourceFile(name, program, ts.ScriptTarget.ESNext)
      : getSourceFile(name, ...others)
  host.fileExists = (name) => name === file || fileExists(name)
  const compiled = ts.createProgram([file], options, host)
  return ts
    .getPreEmitDiagnostics(compiled, compiled.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
