import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createSchema, freePort } from '@doorkit/tests/postgres'
import { testVariant } from '@doorkit/tests/postgres/variant'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { postgresStore } from '../src/index.ts'
import { without } from './support/without.ts'

/** Starts a PgBouncer whose server connections work in a schema. */
async function startPgBouncer(database: string, schema: string) {
  const { hostname, port, username, password, pathname } = new URL(database)
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-pgbouncer-'))
  chmodSync(directory, 0o755)
  const listenPort = await freePort()
  const target = `host=${hostname} port=${port} dbname=${pathname.slice(1)}`
  const file = join(directory, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
doorkit = ${target} user=${username} password=${password} connect_query='set search_path = ${schema}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  )
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : []
  const child = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  const log: string[] = []
  for await (const line of createInterface(child.stderr)) {
    log.push(line)
    if (line.includes('process up')) break
  }
  if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${log.join('\n')}`)
  return {
    url: `postgres://doorkit@127.0.0.1:${listenPort}/doorkit`,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

describe('postgresStore through PgBouncer in transaction mode', () => {
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>
  let remove: () => Promise<void>
  let stores = 0

  beforeAll(async () => {
    const schema = await createSchema(inject('postgres'))
    remove = schema.remove
    const [, name = ''] = /search_path=(\w+)/.exec(decodeURIComponent(schema.url)) ?? []
    bouncer = await startPgBouncer(inject('postgres'), name)
  })

  afterAll(async () => {
    await bouncer.stop()
    await remove()
  })

  testVariant({
    without,
    create() {
      stores += 1
      const prefix = `store${stores}_`
      const open = () => postgresStore({ url: `${bouncer.url}?prepare=false`, prefix })
      return { store: open(), another: async () => open() }
    },
  })
})
