import { parseArgs } from 'node:util'
import { type Plan, planNames } from '@doorkit/models'

/** Reads the flags of `doorkit serve` that tests use. Throws for all others. */
export function readFlags(flags: readonly string[]) {
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
  if (!plan) throw new Error(`No plan is named ${name}.`)
  return plan
}
