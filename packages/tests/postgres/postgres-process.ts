import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestPostgres } from './start-postgres.ts'

/**
 * Starts PostgreSQL in a child process, which ends with this one. If `DOORKIT_TEST_POSTGRES_URL` is
 * set, the server at that URL is used instead.
 *
 * @throws Error with the reason if it does not start.
 */
export async function startPostgresProcess(): Promise<TestPostgres> {
  const given = process.env.DOORKIT_TEST_POSTGRES_URL
  if (given) return { url: given, stop: async () => {} }
  const script = fileURLToPath(new URL('./serve-postgres.ts', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: 'pipe' })
  const ended = once(child, 'close')
  let log = ''
  child.stderr.on('data', (part) => {
    log = `${log}${part}`.slice(-10_000)
  })
  const [url] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() =>
      Promise.reject(new Error(`The PostgreSQL of the tests did not start.\n${log}`)),
    ),
  ])
  return {
    url: String(url),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
