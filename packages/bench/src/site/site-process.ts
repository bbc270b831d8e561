// A child process that serves the site API and the workspace API of one workspace, and reports its
// processor time and memory.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createDoorkit } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { SiteFacts } from './site-facts.ts'

const [file = ''] = process.argv.slice(2)
const origin = 'https://acme.example'
const unlimited = 1_000_000_000
const doorkit = createDoorkit({
  store: sqliteStore({ file }),
  agent: {
    async *reply() {
      yield { type: 'text-start', id: 'text' }
      yield { type: 'text-delta', id: 'text', delta: 'Thank you.' }
      yield { type: 'text-end', id: 'text' }
    },
  },
  // The limits of a visitor apply as usual. Only the limits of the plan are raised.
  plans: {
    apex: {
      requests_per_minute: unlimited,
      heavy_requests_per_minute: unlimited,
      chat_sessions_per_month: unlimited,
    },
  },
})
const { id: workspace } = await doorkit.workspaces.create({
  name: 'Acme',
  website: origin,
  plan: 'apex',
})
await doorkit.workspaces.update(workspace, { agent: { live: true } })
const [siteKey] = await doorkit.siteKeys.list({ workspace })
const { secret } = await doorkit.keys.create({ workspace, name: 'bench', access: 'full_access' })

const site = toNode(doorkit.site, { mountPath: '/site' })
const api = toNode(doorkit)
const server = createServer({ requireHostHeader: false }, (request, response) =>
  request.url?.startsWith('/site/') ? site(request, response) : api(request, response),
).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ port, origin, siteKey: siteKey?.id ?? '', apiKey: secret } satisfies SiteFacts)
})

// If the parent asks for it, garbage is collected first, so that it does not count as memory of the streams.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('message', ({ collects }: { readonly collects: boolean }) => {
  if (collects) collect()
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system, rssBytes: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit())
