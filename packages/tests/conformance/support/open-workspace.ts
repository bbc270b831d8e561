import { createHooks } from './hooks.ts'
import { everyScope } from './operations.ts'
import type { Scope, Server } from './server.ts'
import { createSite } from './site.ts'

/** Creates a workspace with an API key for one test, so that the tests of a file can run in parallel. */
export async function openWorkspace(
  server: Pick<Server, 'host' | 'as'>,
  scopes: readonly Scope[] = everyScope,
) {
  const { host } = server
  const { id } = await host.workspaces.create({ name: 'Acme', website: 'https://acme.example' })
  const key = await host.keys.create({ workspace: id, name: 'Acme', scopes })
  const api = server.as(key.secret)
  return { id, api, hooks: createHooks(api), site: createSite(host, id) }
}
