import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CliError } from './cli-error.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Adds the settings of a service file to the URL of a PostgreSQL server, as psql does. `?service=` or
 * `PGSERVICE` names the service. Settings in the URL take precedence.
 *
 * @throws CliError `unusable_store` for a service that is in no file, or for `passfile`, which `pg`
 * ignores.
 */
export function withService(storeUrl: string, env: Env): string {
  // The store refuses a malformed URL.
  if (!URL.canParse(storeUrl)) return storeUrl
  const url = new URL(storeUrl)
  const service = url.searchParams.get('service') ?? env.PGSERVICE
  url.searchParams.delete('service')
  const settings = service ? readService(service, filesOf(env)) : new Map<string, string>()
  if (url.searchParams.has('passfile') || settings.has('passfile')) {
    throw new CliError(
      'unusable_store',
      'passfile is not read from a URL or a service file: set PGPASSFILE instead.',
    )
  }
  if (settings.size === 0) return service ? url.href : storeUrl
  const inUrl: Readonly<Record<string, string>> = {
    host: url.hostname,
    port: url.port,
    user: url.username,
    password: url.password,
  }
  for (const [name, value] of settings) {
    if (name === 'dbname') {
      if (url.pathname.length <= 1) url.pathname = `/${encodeURIComponent(value)}`
    } else if (!inUrl[name] && !url.searchParams.has(name)) url.searchParams.set(name, value)
  }
  return url.href
}

/** The paths of the service files, the user's own first. */
function filesOf({ PGSERVICEFILE, PGSYSCONFDIR, HOME = homedir() }: Env): string[] {
  const own = PGSERVICEFILE ?? join(HOME, '.pg_service.conf')
  return PGSYSCONFDIR ? [own, join(PGSYSCONFDIR, 'pg_service.conf')] : [own]
}

function readService(service: string, files: readonly string[]): ReadonlyMap<string, string> {
  for (const file of files) {
    const settings = settingsIn(textOf(file), service)
    if (settings) return settings
  }
  throw new CliError(
    'unusable_store',
    `No service file has the service ${service}: add it to one of ${files.join(', ')}.`,
  )
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The settings `name=value` of the section `[service]`; undefined without such a section. */
function settingsIn(text: string, service: string): ReadonlyMap<string, string> | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  const start = lines.indexOf(`[${service}]`)
  if (start === -1) return undefined
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.startsWith('['))
  const own = rest.slice(0, end === -1 ? rest.length : end)
  const pairs = own.flatMap((line) => {
    const [, name, value] = /^([^#=\s]+)\s*=\s*(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  return new Map(pairs)
}
