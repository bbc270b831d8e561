import { type Client, createClient } from '@doorkit/client'
import type { Scope } from '@doorkit/models'
import { heading, say } from '../step.ts'
import type { TourServer } from './start-server.ts'

/** A client for each job of the tour, with only the scopes of that job. */
export interface TourClients {
  readonly crm: Client
  readonly chat: Client
  readonly admin: Client
}

/** Creates an API key for each job. */
export async function createKeys({
  doorkit,
  workspace,
  baseUrl,
}: TourServer): Promise<TourClients> {
  const described: string[] = []
  async function clientFor(name: string, scopes: Scope[]): Promise<Client> {
    const { id, secret } = await doorkit.keys.create({ workspace: workspace.id, name, scopes })
    described.push(`${id} (${scopes.join(', ')})`)
    return createClient({ apiKey: secret, baseUrl })
  }
  const clients = {
    crm: await clientFor('CRM', ['contacts:write']),
    chat: await clientFor('Chat', ['chat:write', 'knowledge:write']),
    admin: await clientFor('Admin', [
      'webhooks:write',
      'events:read',
      'contacts:read',
      'privacy:write',
    ]),
  }
  say(`${heading('Keys')}${described.join(', ')}`)
  return clients
}
