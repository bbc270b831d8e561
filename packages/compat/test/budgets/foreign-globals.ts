import ts from 'typescript'

/** Globals that every runtime has beside those of the language (WinterTC minimum common API). */
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
 * The names in a script that some runtime lacks. The compiler, given no library but the language's,
 * does not find them; members of `globalThis` are found by their spelling, unless they are optional.
 * It is read as TypeScript, where an assignment to a member declares nothing.
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
