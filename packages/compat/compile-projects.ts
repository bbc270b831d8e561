import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type ts from 'typescript'

// Compiles projects with the compiler in a folder, and prints the errors of each project as a JSON list:
// node packages/compat/compile-projects.ts <folder of typescript> <project>...
// A compiler before version 7 runs in this process, so it reads the libraries only once. Its errors in
// libraries other than Doorkit are left out.
const [compiler = '', ...projects] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync(join(compiler, 'package.json'), 'utf8'))
// TypeScript 7 is a program without a JavaScript API.
const mistakes = Number.parseInt(version, 10) >= 7 ? projects.map(spawnCompiler) : compileHere()
process.stdout.write(JSON.stringify(mistakes))

function spawnCompiler(project: string): string {
  const { error, status, stdout } = spawnSync(process.execPath, [join(compiler, 'bin/tsc')], {
    cwd: project,
    encoding: 'utf8',
  })
  if (error || (status !== 0 && stdout === ''))
    throw error ?? new Error('The compiler printed nothing.')
  return stdout
}

function compileHere(): string[] {
  const typescript = createRequire(import.meta.url)(compiler) as typeof ts
  const libraries = new Map<string, ts.SourceFile | undefined>()
  const printed = {
    getCanonicalFileName: String,
    getCurrentDirectory: String,
    getNewLine: () => '\n',
  }

  function mistakesOf(project: string): string {
    const parsed = typescript.getParsedCommandLineOfConfigFile(
      join(project, 'tsconfig.json'),
      {},
      {
        ...typescript.sys,
        onUnRecoverableConfigFileDiagnostic(diagnostic) {
          throw new Error(String(diagnostic.messageText))
        },
      },
    )
    if (!parsed || parsed.fileNames.length === 0) throw new Error(`${project} has no files.`)
    const host = typescript.createCompilerHost(parsed.options)
    const { getSourceFile } = host
    host.getSourceFile = (name, settings, ...others) => {
      if (!name.endsWith('.d.ts')) return getSourceFile(name, settings, ...others)
      const format = typeof settings === 'object' ? settings.impliedNodeFormat : undefined
      const key = `${name} ${format}`
      if (!libraries.has(key)) libraries.set(key, getSourceFile(name, settings, ...others))
      return libraries.get(key)
    }
    const program = typescript.createProgram(parsed.fileNames, parsed.options, host)
    const checked = program
      .getSourceFiles()
      .filter(({ fileName }) => /\/@doorkit\/|^(?!.*\/node_modules\/)/.test(fileName))
      .filter((file) => !program.isSourceFileDefaultLibrary(file))
    if (!checked.some(({ fileName }) => fileName.includes('/@doorkit/'))) {
      throw new Error(`${project} imports no package of Doorkit.`)
    }
    const diagnostics = [
      ...parsed.errors,
      ...program.getOptionsDiagnostics(),
      ...program.getGlobalDiagnostics(),
      ...checked.flatMap((file) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ]),
    ]
    return typescript.formatDiagnostics(diagnostics, printed)
  }

  return projects.map(mistakesOf)
}
