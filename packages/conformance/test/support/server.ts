import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Doorkit } from '@doorkit/server'
import { afterAll } from 'vitest'
import { type Api, createApi } from './api.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The command that serves: the project's own Node on the sources, so that no build is needed. */
export const nodePath = join(root, 'node_modules/.bin/node')
export const doorkitArguments = [
  '--conditions=@doorkit/source',
  join(root, 'packages/cli/src/bin.ts'),
]

/** Nothing of the surroundings, and what Node compiled for the servers of other files. */
export const environment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/doorkit-conformance'),
}

/** What the one line on standard output says once the server listens. */
interface Started {
  readonly base_url: string
  readonly app_base_url: string
  readonly workspace: string
  readonly api_key: string
  readonly test_workspace: string
  readonly test_api_key: string
}

/** A child process that serves a database of its own until the file's tests are over. */
export interface Server extends Started {
  readonly databaseFile: string
  /** Calls with the live workspace's key, which may do everything. */
  readonly api: Api
  /** Calls with the key of the demonstration workspace. */
  readonly testApi: Api
  /** Calls with any key, or with none. */
  as(secret: string | null): Api
  /** Makes a key of the live workspace that has only these scopes, and calls with it. */
  withScopes(...scopes: readonly Scope[]): Promise<Api>
  /** The host application: what only code can say, said by another process on the database. */
  readonly host: Doorkit
}

/** The name of a scope. */
export type Scope = NonNullable<Parameters<Doorkit['keys']['create']>[0]['scopes']>[number]

/** Starts `doorkit serve` on a new database, and stops it when the file's tests are over. */
export async function startServer(...flags: readonly string[]): Promise<Server> {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-conformance-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  return serveDatabase(join(directory, 'doorkit.db'), flags)
}

/** Starts another process on the database of a server that runs. */
export function startTwin({ databaseFile }: Server): Promise<Server> {
  return serveDatabase(databaseFile, [])
}

async function serveDatabase(databaseFile: string, flags: readonly string[]): Promise<Server> {
  const serve = ['serve', '--store', `sqlite:${databaseFile}`, '--port', '0', '--json', ...flags]
  const child = spawn(nodePath, [...doorkitArguments, ...serve], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const log = collectLog(child)
  let host: Doorkit | undefined
  afterAll(async () => {
    await host?.close()
    const code = await stop(child)
    process.off('exit', killChild)
    if (code !== 0) throw new Error(`The server ended with ${code}:\n${log.join('\n')}`)
    // Whatever a test sent, nothing of it may have been a surprise to the server.
    const failures = log.filter((line) => /^\S+ error /.test(line))
    if (failures.length > 0) throw new Error(`The server logged errors:\n${failures.join('\n')}`)
  })
  // The kit is read while the server starts: that is half of what a file waits for.
  const [started, { createHost }] = await Promise.all([readStart(child, log), import('./host.ts')])
  const openHost = () => {
    host ??= createHost(databaseFile)
    return host
  }
  const as = (secret: string | null) => createApi(started.base_url, secret)
  return {
    ...started,
    databaseFile,
    api: as(started.api_key),
    testApi: as(started.test_api_key),
    as,
    async withScopes(...scopes) {
      const { workspace } = started
      const key = await openHost().keys.create({ workspace, name: scopes.join(' '), scopes })
      return as(key.secret)
    },
    get host() {
      return openHost()
    },
  }
}

function collectLog(child: ChildProcess): string[] {
  const lines: string[] = []
  if (child.stderr) createInterface(child.stderr).on('line', (line) => lines.push(line))
  return lines
}

function readStart(child: ChildProcess, log: readonly string[]): Promise<Started> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      reject(new Error(`The server ended with ${code} before it listened:\n${log.join('\n')}`))
    })
    if (!child.stdout) throw new Error('The server has no standard output.')
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line) as Started))
  })
}

function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}
