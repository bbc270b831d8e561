import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSchema, freePort, startPostgresProcess } from '@doorkit/tests/postgres'

export type DatabaseKind = 'memory' | 'sqlite' | 'postgres' | 'redis'

/** Makes databases for contenders, and removes them at the end. */
export function openDatabases() {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-bench-'))
  const stops: (() => Promise<unknown>)[] = []
  let postgres: ReturnType<typeof startPostgresProcess> | undefined
  let files = 0

  async function schema(): Promise<string> {
    postgres ??= startPostgresProcess().then((started) => {
      stops.push(() => started.stop())
      return started
    })
    return (await createSchema((await postgres).url)).url
  }

  async function redis(): Promise<string> {
    const port = await freePort()
    const server = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder])
    const ended = once(server, 'exit')
    // This promise also rejects if the program does not start. The error below says what to do then.
    ended.catch(() => {})
    await Promise.race([
      once(server.stdout, 'data'),
      once(server, 'error').then(([cause]) => {
        throw new Error(
          'redis-server does not start: install it, or leave out BullMQ with --only.',
          {
            cause,
          },
        )
      }),
    ])
    stops.push(async () => {
      server.kill()
      await ended
    })
    return `redis://127.0.0.1:${port}`
  }

  return {
    /** Makes an empty database, and returns its file or URL; an empty text for `memory`. */
    async addressFor(kind: DatabaseKind) {
      if (kind === 'postgres') return schema()
      if (kind === 'redis') return redis()
      return kind === 'sqlite' ? join(folder, `${files++}.db`) : ''
    },
    async [Symbol.asyncDispose]() {
      for (const stop of stops) await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
