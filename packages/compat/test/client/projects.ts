import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repository } from '../support/repository.ts'
import { consumer, peersConsumer } from './consumers.ts'

const modules = join(repository, 'node_modules')

/** The packages that the declarations of the subpaths use, with their dependencies. */
const peers = ['@opentelemetry/api', '@types/node', 'undici', 'undici-types']

const strictest = {
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
}

/**
 * A project for each kind of module resolution, with the types of Node, with those of browsers, or
 * with neither.
 */
export const projects = {
  nodenext: {
    options: { module: 'nodenext', lib: ['es2023'], types: ['node'] },
    files: { 'peers.mts': peersConsumer, 'peers.cts': peersConsumer },
  },
  node16: {
    options: { module: 'node16', lib: ['es2023'], types: [] },
    files: { 'consumer.mts': consumer, 'consumer.cts': consumer },
  },
  bundler: {
    options: { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'], types: [] },
    files: { 'consumer.ts': consumer },
  },
  // Projects of older frameworks use this, also under its older name `node`. TypeScript 6 refuses it.
  node10: {
    options: { module: 'commonjs', moduleResolution: 'node10', lib: ['es2023'], types: [] },
    files: { 'consumer.ts': consumer },
  },
} as const

/** Writes each project into a folder of its name, inside a project where the client is installed. */
export function writeProjects(project: string, clientFolder: string): void {
  for (const [name, { options, files }] of Object.entries(projects)) {
    const folder = join(project, name)
    mkdirSync(folder)
    const settings = { compilerOptions: { ...strictest, ...options }, files: Object.keys(files) }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  }
  // Only the nodenext project uses the optional peers. It has them next to its own copy of the client,
  // so no other project finds them.
  const own = join(project, 'nodenext/node_modules')
  cpSync(clientFolder, join(own, '@doorkit/client'), { recursive: true })
  for (const name of peers) {
    mkdirSync(dirname(join(own, name)), { recursive: true })
    symlinkSync(join(modules, name), join(own, name))
  }
}
