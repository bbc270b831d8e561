import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The answer to a path: HTML, or a function that writes it. */
export type PageRoute = string | ((request: IncomingMessage, response: ServerResponse) => void)

/** A site on loopback. It answers 404 for paths without a route, including robots.txt. */
export interface PageServer {
  /** The address of a path, under the literal address or another name of the site. */
  url(path: string, host?: string): string
  /** The requests, in order. */
  readonly requests: readonly IncomingMessage[]
  /** The paths of the requested pages, without robots.txt. */
  pages(): string[]
  /** Resolves once a path has been requested. */
  reached(path: string): Promise<void>
}

/** Starts a {@link PageServer} that ends with the test. */
export async function pageServer(
  routes: Readonly<Record<string, PageRoute>>,
  host = '127.0.0.1',
  listenOn = 0,
): Promise<PageServer> {
  const requests: IncomingMessage[] = []
  const waiting = new Map<string, () => void>()
  const server = createServer((request, response) => {
    requests.push(request)
    const path = request.url ?? ''
    waiting.get(path)?.()
    const route = routes[path]
    if (typeof route === 'function') route(request, response)
    else if (route === undefined) response.writeHead(404).end()
    else html(response, route)
  })
  // The server closes no idle connection: the crawler must do that.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(listenOn, host, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo
  return {
    requests,
    url: (path, name = host) => `http://${name}:${port}${path}`,
    pages: () => requests.flatMap(({ url = '' }) => (url === '/robots.txt' ? [] : [url])),
    reached: (path) =>
      requests.some(({ url }) => url === path)
        ? Promise.resolve()
        : new Promise((resolve) => waiting.set(path, resolve)),
  }
}

/** Answers with an HTML page. */
export function html(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(text)
}

/** A route that redirects. */
export function redirect(location: string, status = 302): PageRoute {
  return (_request, response) => {
    response.writeHead(status, { Location: location }).end('moved')
  }
}
