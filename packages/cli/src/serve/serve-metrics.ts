import { type Doorkit, metricsContentType } from '@doorkit/server'
import { listen } from './listen.ts'
import { createServer } from './node-http.ts'
import type { Address } from './read-address.ts'

/** Serves `/metrics` on a port of its own, because the port of the API is public. */
export async function serveMetrics({ metrics }: Pick<Doorkit, 'metrics'>, { host, port }: Address) {
  const server = createServer(async ({ method, url = '/' }, response) => {
    if (url.split('?', 1)[0] !== '/metrics') response.writeHead(404).end()
    else if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    } else {
      const body = Buffer.from(await metrics())
      const headers = { 'Content-Type': metricsContentType, 'Content-Length': body.length }
      response.writeHead(200, headers).end(method === 'HEAD' ? undefined : body)
    }
  })
  const origin = await listen(server, host, port, { port: '--metrics', host: '--metrics' })
  return {
    url: `${origin}/metrics`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
