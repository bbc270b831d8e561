import ts from 'typescript'

/** The globals that every runtime has in addition to the language (WinterTC minimum common API). */
const common = new Set([
  'AbortController',
  'AbortSignal',
  'DOMException',
  'Event',
  'EventTarget',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'clearTimeout',
  'crypto',
  'fetch',
  'performance',
  'queueMicrotask',
  'setTimeout',
])

const settings: ts.CompilerOptions = {
  noEmit: true,
  lib: ['lib.es2023.d.ts'],
  types: [],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
}

/**
 * Finds the names in a script that some runtimes lack: names that the compiler does not know from the
 * library of the language, and members of `globalThis` unless their access is optional. The script is
 * read as TypeScript, in which an assignment to a member declares nothing.
 */
export function foreignGlobals(script: string): string[] {
  const file = ts.createSourceFile('script.ts', script, ts.ScriptTarget.ES2023, true)
  const host = ts.createCompilerHost(settings)
  const readFile = host.getSourceFile
  host.getSourceFile = (name, ...rest) => (name === file.fileName ? file : readFile(name, ...rest))
  const found = ts
    .createProgram([file.fileName], settings, host)
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
    .flatMap((text) => /^Cannot find name '(\w+)'/.exec(text)?.[1] ?? [])
  const members = [...script.matchAll(/\bglobalThis\.(\w+)(?!\w|\?\.)/g)].map(
    ([, name = '']) => name,
  )
  return [...new Set([...found, ...members])].filter((name) => !common.has(name)).sort()
}
