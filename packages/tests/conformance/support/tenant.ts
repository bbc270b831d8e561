import { createHooks } from './hooks.ts'
import { everyScope } from './operations.ts'
import type { Scope, Server } from './server.ts'
import { createSite } from './site.ts'

/** A workspace of one test, with a key, so that tests of a file can run beside each other. */
export async function openTenant(
  server: Pick<Server, 'host' | 'as'>,
  scopes: readonly Scope[] = everyScope,
) {
  const { host } = server
  const { id } = await host.workspaces.create({ name: 'Tenant', website: 'https://acme.example' })
  const key = await host.keys.create({ workspace: id, name: 'Tenant', scopes })
  const api = server.as(key.secret)
  return { id, api, hooks: createHooks(api), site: createSite(host, id) }
}
