import type { Doorkit } from '@doorkit/server'

/** Creates a workspace for a company, and returns a function that posts to the API of the workspace. */
export async function openCompany(doorkit: Doorkit, company: string) {
  const { id: workspace } = await doorkit.workspaces.create({
    name: company,
    website: `https://${company}.example`,
    plan: 'apex',
  })
  const { secret } = await doorkit.keys.create({ workspace, name: 'bench', access: 'full_access' })
  return async (path: string, body: unknown) => {
    const response = await doorkit.fetch(`https://bench.example/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json() as Promise<{ id: string; message: { text: string } }>
  }
}
