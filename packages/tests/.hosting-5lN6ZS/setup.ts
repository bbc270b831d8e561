import { createDoorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'

const doorkit = createDoorkit({ store: sqliteStore({ file: 'doorkit.db' }) })
const acme = { name: 'Acme', website: 'https://acme.example' }
const { id: workspace } = await doorkit.workspaces.create(acme, { key: 'acme' }) // your own name for it
const keys = await doorkit.keys.list({ workspace })
if (!keys.some(({ name }) => name === 'CRM')) {
  const key = await doorkit.keys.create({ workspace, name: 'CRM', scopes: ['contacts:write'] })
  console.log(key.secret) // shown only this time
}
await doorkit.close()
