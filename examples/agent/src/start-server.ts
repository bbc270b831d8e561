import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AiAgentOptions, aiAgent } from '@doorkit/agent-ai'
import { createClient } from '@doorkit/client'
import { createDoorkit, drain, type Store, type TurnReport } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { findOrder } from './find-order.ts'

/** The options of {@link startServer}. */
export interface ServerOptions extends Pick<AiAgentOptions, 'model' | 'maxRetries'> {
  readonly store: Store
  readonly port: number
  readonly onTurn: (report: TurnReport) => void
}

/** Serves a page with a chat whose agent is a language model. */
export async function startServer({ model, maxRetries, store, port, onTurn }: ServerOptions) {
  const doorkit = createDoorkit({
    store,
    agent: aiAgent({ model, maxRetries }),
    tools: [findOrder],
    onTurn,
  })
  let page = ''
  const site = toNode(doorkit.site, { mountPath: '/site' })
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/site/')) return site(request, response)
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
  }).listen(port)
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  const lumen = { name: 'Lumen', website: origin }
  const { id: workspace } = await doorkit.workspaces.create(lumen, { key: origin })
  if ((await doorkit.keys.list({ workspace })).length === 0) {
    const name = 'Set up'
    const { secret } = await doorkit.keys.create({ workspace, name, access: 'full_access' })
    const client = createClient({
      apiKey: secret,
      baseUrl: `${origin}/v1`,
      fetch: (url, init) => doorkit.fetch(new Request(url, init)), // in this process, not over the network
    })
    await client.knowledgeDocuments.create({
      name: 'Prices',
      content: 'A lamp costs 5 euro. Ten lamps cost 40 euro. Delivery takes three days.',
    })
  }
  const [key] = await doorkit.siteKeys.list({ workspace })
  page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lumen</title>
<h1>Lumen lamps</h1>
<script async src="/site/widget.js" data-site-key="${key?.id}"></script>
</html>`
  await doorkit.worker.start()
  return { origin, stop: () => drain(server, doorkit) }
}
