import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compat, repository } from './repository.ts'

/** A program that runs JavaScript files. */
export interface Runtime {
  readonly name: string
  /** The program, and its arguments before the file. */
  readonly command: readonly [string, ...string[]]
}

const installed = (name: string) => join(compat, 'node_modules/.bin', name)
const nodeOf = (version: string) => join(compat, `node_modules/node-${version}/bin/node`)

/** A version of Node that the packages do not support. */
export const oldNode: Runtime = { name: 'Node 20', command: [nodeOf('20')] }

/** The versions of Node that the packages support. */
export const nodes: readonly Runtime[] = [
  { name: 'Node 22', command: [nodeOf('22')] },
  { name: 'Node 24', command: [join(repository, 'node_modules/node/bin/node')] },
  { name: 'Node 26', command: [nodeOf('26')] },
]

export const bun: Runtime = { name: 'Bun', command: [installed('bun'), 'run'] }

const denoWith = (permission: string): Runtime => ({
  name: 'Deno',
  command: [
    installed('deno'),
    'run',
    '--no-remote',
    '--no-lock',
    '--no-prompt',
    '--node-modules-dir=manual',
    permission,
  ],
})

/** Deno, with permission only to call servers on this machine. */
export const deno = denoWith('--allow-net=127.0.0.1')

/** Deno, with all permissions. */
export const trustedDeno = denoWith('--allow-all')

/** The runtime of Cloudflare Workers, which needs a configuration instead of a file. */
export const workerd = installed('workerd')

/**
 * Checks that a program exists. A missing runtime is a failure, not a skipped test.
 *
 * @throws Error with an install instruction.
 */
export function requireProgram(
  name: string,
  path: string,
  remedy = 'run npm ci in packages/compat, with its install scripts allowed',
): string {
  if (!existsSync(path)) throw new Error(`${name} is missing at ${path}: ${remedy}`)
  return path
}
