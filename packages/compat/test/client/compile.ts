import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** The types in the user's project besides the types of the client. */
export type AmbientTypes = 'node' | 'dom' | 'nothing'

/** The settings of a user's project. */
export interface ConsumerOptions {
  readonly ambientTypes: AmbientTypes
  /**
   * The name of the file. Its ending decides between ES modules (`mts`), CommonJS (`cts`) and a bundler
   * (`ts`).
   */
  readonly file: 'consumer.mts' | 'consumer.cts' | 'consumer.ts'
  readonly exactOptionalPropertyTypes: boolean
}

const typesOfNode = dirname(createRequire(import.meta.url).resolve('@types/node/package.json'))
const parsed = new Map<string, ts.SourceFile | undefined>()

const moduleOptions = {
  'consumer.mts': { module: ts.ModuleKind.NodeNext },
  'consumer.cts': { module: ts.ModuleKind.Node16 },
  'consumer.ts': {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  },
} as const

/** Compiles one file of a project, as an editor or a build does. */
export function compileConsumer(
  project: string,
  source: string,
  { ambientTypes, file, exactOptionalPropertyTypes }: ConsumerOptions,
): ts.Program {
  const options: ts.CompilerOptions = {
    ...moduleOptions[file],
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', ...(ambientTypes === 'dom' ? ['lib.dom.d.ts'] : [])],
    types: ambientTypes === 'node' ? ['node'] : [],
    typeRoots: [dirname(typesOfNode)],
    strict: true,
    exactOptionalPropertyTypes,
    skipLibCheck: false,
    noEmit: true,
  }
  const host = ts.createCompilerHost(options)
  const consumer = join(project, file)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (name, settings, ...others) => {
    if (name === consumer) return ts.createSourceFile(name, source, settings)
    const format = typeof settings === 'object' ? settings.impliedNodeFormat : undefined
    const key = `${name} ${format}`
    if (!parsed.has(key)) parsed.set(key, getSourceFile(name, settings, ...others))
    return parsed.get(key)
  }
  host.fileExists = (name) => name === consumer || fileExists(name)
  return ts.createProgram([consumer], options, host)
}

/** The declarations of the client in a program. */
export function declarationsIn(program: ts.Program): readonly ts.SourceFile[] {
  return program.getSourceFiles().filter(({ fileName }) => fileName.includes('/@doorkit/client/'))
}

/** The errors in the consumer and in the declarations of the client. */
export function mistakesIn(program: ts.Program): readonly string[] {
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => /\/@doorkit\/client\/|\/consumer\.\w+$/.test(fileName))
  const mistakes = [
    ...program.getOptionsDiagnostics(),
    ...files.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ]
  return mistakes.map(({ file, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, '\n')
    return `${file?.fileName ?? ''}: ${text}`
  })
}
