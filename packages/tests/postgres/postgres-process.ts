import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestPostgres } from './start-postgres.ts'

/**
 * Starts the PostgreSQL in a process of its own, which ends with this one: the package that brings
 * it replaces the exit code of the process that loads it. Where `DOORKIT_TEST_POSTGRES_URL` names a
 * server, it is that one.
 */
export async function startPostgresProcess(): Promise<TestPostgres> {
  const given = process.env.DOORKIT_TEST_POSTGRES_URL
  if (given) return { url: given, stop: async () => {} }
  const script = fileURLToPath(new URL('./serve-postgres.ts', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [url] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`PostgreSQL did not start: ${code}`))),
  ])
  return {
    url: String(url),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
