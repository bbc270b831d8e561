import { serveStore } from '@doorkit/cli'
import { type Logger, silentLogger } from '@doorkit/server'
import type { Store } from '@doorkit/store'
import { strictStore } from '../../../server/test/support/strict-store.ts'
import { createHost } from './host.ts'
import { readFlags } from './read-flags.ts'
import { expectNoErrors, type RunningServer } from './shared-store.ts'

/**
 * Serves a store in this process, like `doorkit serve` with these flags. The store refuses calls that
 * break a rule of the port.
 *
 * @param openStore - is called once for the server, and once for the host application.
 */
export async function serveHere(
  openStore: () => Store,
  flags: readonly string[],
): Promise<RunningServer> {
  const errors: string[] = []
  const serving = await serveStore(strictStore(openStore()), {
    ...readFlags(flags),
    keys: true,
    host: '127.0.0.1',
    port: 0,
    logger: errorLogger(errors),
  })
  const { origin, live, test } = serving
  if (!live || !test) throw new Error('The server created no API keys.')
  return {
    started: {
      base_url: `${origin}/v1`,
      app_base_url: `${origin}/api/v1`,
      workspace: live.workspace.id,
      api_key: live.secret,
      test_workspace: test.workspace.id,
      test_api_key: test.secret,
    },
    openHost: () => createHost(strictStore(openStore()), flags),
    async stop() {
      await serving.close()
      expectNoErrors(errors)
    },
  }
}

function errorLogger(errors: string[]): Logger {
  const error: Logger['error'] = (facts, message) => {
    const cause = facts.error instanceof Error ? facts.error.stack : JSON.stringify(facts)
    errors.push(`${message} ${cause}`)
  }
  return { ...silentLogger, error }
}
