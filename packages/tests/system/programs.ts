import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that npm does not install. */
export interface SystemProgram {
  readonly name: string
  /** How to install it. */
  readonly remedy: string
  /** The environment variable that can contain the path of the program. */
  readonly variable?: string | undefined
}

/** Every program that `npm run test:system` starts. */
export const systemPrograms = {
  chromium: {
    name: 'chromium',
    remedy: 'apt-get install chromium, or set CHROMIUM to its path',
    variable: 'CHROMIUM',
  },
  pgbouncer: { name: 'pgbouncer', remedy: 'apt-get install pgbouncer' },
  redis: { name: 'redis-server', remedy: 'apt-get install redis-server' },
  python: { name: 'python3', remedy: 'apt-get install python3' },
  php: { name: 'php', remedy: 'apt-get install php-cli' },
  ruby: { name: 'ruby', remedy: 'apt-get install ruby' },
  go: { name: 'go', remedy: 'apt-get install golang-go' },
  prometheus: { name: 'prometheus', remedy: 'apt-get install prometheus' },
  promtool: { name: 'promtool', remedy: 'apt-get install prometheus' },
} as const satisfies Record<string, SystemProgram>

type Environment = Readonly<Record<string, string | undefined>>

/** Finds an executable program, or returns undefined. */
export function findProgram(
  { name, variable }: SystemProgram,
  environment: Environment = process.env,
): string | undefined {
  const named = variable && environment[variable]
  const folders = (environment.PATH ?? '').split(delimiter)
  const candidates = named ? [named] : folders.map((folder) => join(folder, name))
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * Finds all these programs.
 *
 * @throws Error that names every missing program and how to install it.
 */
export function requirePrograms(
  programs: readonly SystemProgram[],
  environment: Environment = process.env,
): readonly string[] {
  const found = programs.map((program) => findProgram(program, environment))
  const missing = programs.filter((_, at) => found[at] === undefined)
  if (missing.length > 0) {
    const lines = missing.map(({ name, remedy }) => `  ${name}: ${remedy}`)
    throw new Error(`Programs are missing on this machine:\n${lines.join('\n')}`)
  }
  return found.map((path) => path ?? '')
}
