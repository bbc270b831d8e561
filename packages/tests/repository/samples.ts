import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { read, root } from './pages.ts'
import { sampleContexts } from './sample-contexts.ts'

/** One import statement, on one or more lines. */
const importStatement = /^[ \t]*import\b[^'\n]*(?:\n[^'\n]+)*?'[^'\n]+'.*$/gm

/**
 * Joins the code of a page into one module: imports, the first block, and each other block in its own
 * scope.
 */
export function programOf(page: string): string {
  const blocks = [...read(page).matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
  const [first = '', ...others] = blocks
  // A block scope cannot export.
  const bodyOf = (code: string) => code.replace(importStatement, '').replace(/^export /gm, '')
  const all = [sampleContexts[page] ?? '', ...blocks].join('\n')
  const imports = new Set(all.match(importStatement)?.flatMap(splitByName))
  return [
    ...imports,
    bodyOf(sampleContexts[page] ?? ''),
    bodyOf(first),
    ...others.map((code) => `{\n${bodyOf(code)}}`),
  ].join('\n')
}

/** Splits an import into one for each name, because several blocks of a page may import the same name. */
function splitByName(statement: string): string[] {
  const parts = /^import (type )?\{([^}]*)\} (from .+)$/s.exec(statement.trim())
  if (!parts) return [statement.trim()]
  const [, type = '', names = '', from] = parts
  const each = names.split(',').map((name) => name.trim())
  return each.filter(Boolean).map((name) => `import ${type}{ ${name} } ${from}`)
}

/** Compiles modules, given by their paths in the repository, and returns the errors of each. */
export function mistakesIn(programs: ReadonlyMap<string, string>): Map<string, string[]> {
  const base = fileURLToPath(new URL('packages/tsconfig.base.json', root))
  const { config } = ts.readConfigFile(base, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, base)
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (name, ...others) => {
    const program = programs.get(name)
    return program === undefined
      ? getSourceFile(name, ...others)
      : ts.createSourceFile(name, program, ts.ScriptTarget.ESNext)
  }
  host.fileExists = (name) => programs.has(name) || fileExists(name)
  const checked: ts.CompilerOptions = {
    ...options,
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
  }
  const compiled = ts.createProgram([...programs.keys()], checked, host)
  return new Map(
    [...programs.keys()].map((file) => [
      file,
      ts
        .getPreEmitDiagnostics(compiled, compiled.getSourceFile(file))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ]),
  )
}
