import { createServer } from 'node:http'

/** Starts a site with a page and a webhook receiver that answers with a redirect. */
async function startSite() {
  const paths = []
  const server = createServer((request, response) => {
    paths.push(request.url)
    request.resume()
    if (request.url === '/hook') response.writeHead(302, { location: '/landing' }).end()
    else if (request.url === '/page') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>We open at nine.</p>')
    } else response.writeHead(404).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { paths, port: server.address().port, close: () => server.close() }
}

/** Lets a kit deliver a webhook and crawl a page, and returns the results. */
async function deliverAndRead({ createDoorkit }, options, urls) {
  const doorkit = createDoorkit({ payloadDelayMs: 0, ...options })
  const website = 'https://a.example'
  const { id } = await doorkit.workspaces.create({ name: 'A', website, plan: 'apex' })
  const key = await doorkit.keys.create({ workspace: id, name: 'A', access: 'full_access' })
  const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' }
  const call = async (method, path, body) => {
    const init = { method, headers, body: body && JSON.stringify(body) }
    return (await doorkit.fetch(new Request(`http://localhost/v1${path}`, init))).json()
  }
  const events = ['conversation.started']
  const endpoint = await call('POST', '/webhook_endpoints', { url: urls.hook, events })
  const source = await call('POST', '/knowledge/sources', { url: urls.page })
  const session = await call('POST', '/chat/sessions', {})
  await call('POST', `/chat/sessions/${session.id}/messages`, { text: 'Hello' })
  await doorkit.worker.tick()
  const { data } = await call('GET', `/webhook_endpoints/${endpoint.id}/deliveries`)
  const { status, error } = await call('GET', `/knowledge/sources/${source.id}`)
  await doorkit.close()
  return { webhook: data.map((row) => row.last_error), page: [status, error] }
}

/** A resolver that first returns a public address, for the check, and then only private ones. */
function rebindingNames() {
  const asked = new Set()
  return async (name) => {
    const isFirst = !asked.has(name)
    asked.add(name)
    return [isFirst ? '93.184.216.34' : '127.0.0.1']
  }
}

/**
 * Delivers to a site and crawls it with each store. Then uses the memory store and host names that
 * change to a private address after their check. Returns the results and the requests that reached the
 * site.
 */
export async function tryServer({ server, stores }) {
  const { paths, port, close } = await startSite()
  const reachable = {}
  for (const [name, open] of Object.entries(stores)) {
    reachable[name] = await deliverAndRead(
      server,
      { store: open(), allowPrivateWebhooks: true, allowPrivatePages: true },
      { hook: `http://127.0.0.1:${port}/hook`, page: `http://127.0.0.1:${port}/page` },
    )
  }
  const requests = paths.splice(0).sort()
  const rebound = await deliverAndRead(
    server,
    { store: stores.memory(), resolve: rebindingNames() },
    { hook: `https://hook.example:${port}/hook`, page: `http://page.example:${port}/page` },
  )
  close()
  return { reachable, requests, rebound, requestsAfterRebinding: paths }
}
