import { parseArgs } from 'node:util'
import { serveStore } from '@doorkit/cli'
import { type Plan, planNames } from '@doorkit/models'
import { type Logger, silentLogger } from '@doorkit/server'
import type { Store } from '@doorkit/server/store'
import { createHost } from './host.ts'
import { expectNoErrors, type Running } from './shared-store.ts'

/**
 * Serves a store in this process, as `doorkit serve` does with these flags.
 *
 * @param openStore - opens the store anew for each of those who work on it.
 */
export async function serveHere(
  openStore: () => Store,
  flags: readonly string[],
): Promise<Running> {
  const errors: string[] = []
  const serving = await serveStore(openStore(), {
    ...readFlags(flags),
    keys: true,
    host: '127.0.0.1',
    port: 0,
    logger: errorLogger(errors),
  })
  const { origin, live, test } = serving
  if (!live || !test) throw new Error('The server made no keys.')
  return {
    started: {
      base_url: `${origin}/v1`,
      app_base_url: `${origin}/api/v1`,
      workspace: live.workspace.id,
      api_key: live.secret,
      test_workspace: test.workspace.id,
      test_api_key: test.secret,
    },
    openHost: () => createHost(openStore()),
    async stop() {
      await serving.close()
      expectNoErrors(errors)
    },
  }
}

/** Reads the flags of `doorkit serve` that tests give. Throws for any other. */
function readFlags(flags: readonly string[]) {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      demo: { type: 'boolean', default: false },
      plan: { type: 'string' },
      'payload-delay-ms': { type: 'string' },
      'allow-private-webhooks': { type: 'boolean', default: false },
      'allow-private-pages': { type: 'boolean', default: false },
    },
  })
  const delay = values['payload-delay-ms']
  return {
    demo: values.demo,
    plan: values.plan === undefined ? undefined : readPlan(values.plan),
    payloadDelayMs: delay === undefined ? undefined : Number(delay),
    allowPrivateWebhooks: values['allow-private-webhooks'],
    allowPrivatePages: values['allow-private-pages'],
  }
}

function readPlan(name: string): Plan {
  const plan = planNames.find((candidate) => candidate === name)
  if (!plan) throw new Error(`There is no plan ${name}.`)
  return plan
}

function errorLogger(errors: string[]): Logger {
  const error: Logger['error'] = (facts, message) => {
    const cause = facts.error instanceof Error ? facts.error.stack : JSON.stringify(facts)
    errors.push(`${message} ${cause}`)
  }
  return { ...silentLogger, error }
}
