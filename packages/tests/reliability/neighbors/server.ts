import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { serveStore } from '@doorkit/cli'
import { type Agent, createDoorkit, knowledgeAgent, silentLogger } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import type { Store } from '@doorkit/store'
import { openStore } from '../../../cli/src/open-store.ts'
import { listen } from '../../../server/test/support/hosts.ts'
import { unlimitedPlans } from '../round-resources.ts'
import { answerParent } from './child.ts'
import { type FilledWorkspace, fillWorkspace, openWorkspace, type Size } from './fill.ts'
import { createMeter } from './meter.ts'
import type { OtherWorkspace } from './neighbor.ts'

/** The arguments of a server. */
export interface ServerInput {
  readonly store: string
  readonly size: Size
  /** The origin of its webhook endpoints and knowledge pages. */
  readonly site: string
  /** Whether the agent of the attacking workspace never waits and never ends. */
  readonly endless?: boolean
}

/** The report of a server that has started to listen. */
export interface ServerReady {
  readonly origin: string
  readonly attacker: FilledWorkspace
  readonly neighbor: OtherWorkspace
}

const { store: url, size, site, endless } = JSON.parse(process.argv[2] ?? '') as ServerInput

const common = {
  plans: unlimitedPlans,
  allowPrivateWebhooks: true,
  allowPrivatePages: true,
  payloadDelayMs: 0,
  logger: silentLogger,
}

async function serve(store: Store): Promise<string> {
  if (!endless) {
    const address = { host: '127.0.0.1', port: 0, keys: false, demo: false }
    return (await serveStore(store, { ...common, ...address })).origin
  }
  const doorkit = createDoorkit({ store, ...common, agent: endlessForBig() })
  return listen(createServer(toNode(doorkit)), () => {})
}

/** An agent that answers one workspace endlessly, without waiting. */
function endlessForBig(): Agent {
  const other = knowledgeAgent()
  return {
    async *reply(turn) {
      if (turn.workspace.name === 'big') for (;;) yield { type: 'data-progress', data: {} }
      else yield* other.reply(turn)
    },
  }
}

const store = await openStore(url, { missing: 'create' })
const doorkit = createDoorkit({ store, ...common })
await doorkit.ping()

const small = await openWorkspace(doorkit, 'small')
const post = async (path: string, body: object): Promise<string> => {
  const { status, json, text } = await small.call('POST', path, { body })
  if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${text}`)
  return json.id
}
const question = 'When are you open?'
await post('/knowledge/documents', { name: 'Hours', content: 'We are open from nine to five.' })
let contact = ''
for (let number = 0; number < 50; number += 1) {
  contact = await post('/contacts', { email: `${number}@small.example` })
}
const attacker = await fillWorkspace(store, doorkit, size, site)
const origin = await serve(store)

const methods = {
  ...createMeter(small.secret),
  /** Resolves once there is little left to do, or after 15 seconds. */
  async calm() {
    for (let look = 0; look < 150; look += 1) {
      const before = performance.eventLoopUtilization()
      await wait(100)
      if (performance.eventLoopUtilization(before).utilization < 0.3) return
    }
  },
}
export type ServerMethods = typeof methods

const neighbor: OtherWorkspace = { origin, secret: small.secret, contact, question }
answerParent({ origin, attacker, neighbor } satisfies ServerReady, methods)
