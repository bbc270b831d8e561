import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit, generateMasterKey, type PlanOverrides } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { memoryStore } from '@doorkit/server/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { ContenderOptions, StartContender } from './contender.ts'
import { personAt } from './people.ts'

/** Over what the works can reach: counted and compared all the same. */
const limit = 1_000_000_000
const plans: PlanOverrides = {
  apex: {
    requests_per_minute: limit,
    heavy_requests_per_minute: limit,
    chat_sessions_per_month: limit,
  },
}

/** The kit as a host starts it, with all of its features. */
export const startDoorkit: StartContender = async (options) => {
  const doorkit = createDoorkit({
    store: openStore(options),
    plans,
    masterKeys: [generateMasterKey()],
  })
  const website = 'https://acme.example'
  const workspace = await doorkit.workspaces.create({ name: 'Acme', website })
  const owner = { workspace: workspace.id, name: 'bench', access: 'full_access' } as const
  const { secret: key } = await doorkit.keys.create(owner)
  const post = async (path: string, body: object) => {
    const answer = await doorkit.fetch(`http://localhost/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as { id: string }
  }
  const contacts: string[] = []
  for (let at = 0; at < options.people; at++) {
    contacts.push((await post('/contacts', personAt(at))).id)
  }
  const server = createServer({ requireHostHeader: false }, toNode(doorkit))
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
  return { port, key, contacts }
}

function openStore({ store, place }: ContenderOptions) {
  if (store === 'memory') return memoryStore()
  return store === 'sqlite' ? sqliteStore({ file: place }) : postgresStore({ url: place })
}
