import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.ts'

/** A program that runs JavaScript files. */
export interface Runtime {
  readonly name: string
  /** The program and its arguments before the file. */
  readonly command: readonly [string, ...string[]]
}

const installed = (path: string) => join(repository, path)
const nodeOf = (workspace: string) => installed(`${workspace}node_modules/node/bin/node`)

/** A Node that the packages refuse. */
export const oldNode: Runtime = { name: 'Node 20', command: [nodeOf('runtimes/node-20/')] }

/** Every Node that the packages promise to work on. */
export const nodes: readonly Runtime[] = [
  { name: 'Node 22', command: [nodeOf('runtimes/node-22/')] },
  { name: 'Node 24', command: [nodeOf('')] },
  { name: 'Node 26', command: [nodeOf('runtimes/node-26/')] },
]

export const bun: Runtime = { name: 'Bun', command: [installed('node_modules/.bin/bun'), 'run'] }

const denoWith = (permission: string): Runtime => ({
  name: 'Deno',
  command: [
    installed('node_modules/.bin/deno'),
    'run',
    '--no-remote',
    '--no-lock',
    '--no-prompt',
    '--node-modules-dir=manual',
    permission,
  ],
})

/** Deno, allowed nothing but to call the server. */
export const deno = denoWith('--allow-net=127.0.0.1')

/** Deno, allowed everything, as for tests. */
export const trustedDeno = denoWith('--allow-all')

/** The runtime of Workers, which takes a configuration instead of a file. */
export const workerd = installed('node_modules/.bin/workerd')

/** The browser: another one can be named by CHROMIUM. */
export const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'

/**
 * Checks that a program is there: a runtime that is missing is a failure, not a test less.
 *
 * @throws Error that says how to install it.
 */
export function requireProgram(
  name: string,
  path: string,
  remedy = 'run npm ci in the root of the repository, with its install scripts allowed',
): string {
  if (!existsSync(path)) throw new Error(`${name} is missing at ${path}: ${remedy}`)
  return path
}
