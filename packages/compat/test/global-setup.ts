import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createProject, install, linkPackages, unpack } from './support/install.ts'
import { buildCopy, pack } from './support/pack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The tarballs of the published packages except the console, by package name. */
    tarballs: Readonly<Record<string, string>>
    /** A project in which npm has installed only the client. */
    clientProject: string
    /** A project with the packages of the tarballs, their dependencies and those of the programs. */
    fullProject: string
  }
}

const names = [
  'client',
  'webhooks',
  'chat-stream',
  'widget',
  'models',
  'server',
  'store',
  'store-sql',
  'store-sqlite',
  'store-postgres',
  'store-tests',
  'cli',
  'agent-ai',
] as const

/** The packages that are packed with their declarations. */
const typed: ReadonlySet<string> = new Set(['client', 'webhooks', 'chat-stream', 'widget'])

/** Other packages that the programs of the full project use. */
const usedByPrograms = [
  '@ai-sdk/openai-compatible',
  'ai',
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace-base',
  'undici',
  'express',
  'compression',
  'helmet',
  'fastify',
  '@fastify/rate-limit',
  'vitest',
]

/** Packs and installs the packages, once for all tests of a run. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-smoke-'))
  const clientProject = join(folder, 'client')
  const fullProject = join(folder, 'full')

  await Promise.all(names.map((name) => buildCopy(name, folder, { declarations: typed.has(name) })))
  const packed = await pack(names, folder)
  const tarballs = Object.fromEntries(
    names.map((name, index) => [`@doorkit/${name}`, packed[index] ?? '']),
  )
  // The programs are copied before any test runs, so that no test runs one that is half written.
  for (const project of [clientProject, fullProject]) createProject(project)
  await install(clientProject, tarballs['@doorkit/client'] ?? '')
  await unpack(fullProject, tarballs)
  const foreign = Object.keys(tarballs).flatMap((name) => dependenciesIn(fullProject, name))
  linkPackages(fullProject, [...new Set([...foreign, ...usedByPrograms])])

  provide('tarballs', tarballs)
  provide('clientProject', clientProject)
  provide('fullProject', fullProject)
  return () => rmSync(folder, { recursive: true })
}

function dependenciesIn(project: string, name: string): string[] {
  const file = join(project, 'node_modules', name, 'package.json')
  const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies?: Record<string, string>
  }
  return Object.keys(dependencies ?? {}).filter((dependency) => !dependency.startsWith('@doorkit/'))
}
