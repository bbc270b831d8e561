import type { Doorkit } from '@doorkit/server'
import { apiOf } from './call-api.ts'

/** Creates a workspace for a company, and returns a function that posts to the API of the workspace. */
export async function openCompany(doorkit: Doorkit, company: string) {
  const { id: workspace } = await doorkit.workspaces.create({
    name: company,
    website: `https://${company}.example`,
    plan: 'apex',
  })
  const { secret } = await doorkit.keys.create({ workspace, name: 'bench', access: 'full_access' })
  const call = apiOf(doorkit, secret)
  return (path: string, body: object): Promise<{ id: string; message: { text: string } }> =>
    call('POST', path, body)
}
