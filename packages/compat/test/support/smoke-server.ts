import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit, memoryStore } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { onTestFinished } from 'vitest'

/** A file that the server serves besides the API. */
export interface ServedFile {
  readonly type: string
  readonly body: string
}

/** The real API on a real port, with faults below `/faults`. */
export interface SmokeServer {
  readonly origin: string
  /** A secret API key of the workspace. */
  readonly apiKey: string
  /** An access token of the workspace, for pages, because a page must not have a secret key. */
  readonly accessToken: string
}

/**
 * Starts a server until the end of the test. `/faults/busy` refuses the first request with 503,
 * `/faults/hang` never answers, and `/faults/reset` breaks each connection.
 */
export async function startSmokeServer(
  files: Readonly<Record<string, ServedFile>> = {},
): Promise<SmokeServer> {
  const doorkit = createDoorkit({ store: memoryStore() })
  const workspace = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
    plan: 'apex',
  })
  const key = { workspace: workspace.id, name: 'Smoke', access: 'full_access' } as const
  const { secret: apiKey } = await doorkit.keys.create(key)
  const { secret: accessToken } = await doorkit.keys.createAccessToken(key)

  const serveApi = toNode(doorkit)
  let refusals = 0
  const faults: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    hang: () => {},
    reset: (request) => request.socket.resetAndDestroy(),
    busy: (request, response) => {
      if (refusals++ === 0) response.writeHead(503).end()
      else serveApi(request, response)
    },
  }
  const server = createServer((request, response) => {
    const [, fault = '', path] = /^\/faults\/(\w+)(\/.*)$/.exec(request.url ?? '') ?? []
    const file = files[request.url ?? '']
    if (path) request.url = path
    if (file) response.writeHead(200, { 'content-type': file.type }).end(file.body)
    else (faults[fault] ?? serveApi)(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await doorkit.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    accessToken,
  }
}
