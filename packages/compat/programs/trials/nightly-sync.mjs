// A mirror of contacts that is synced every night.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@doorkit/client'
import { syncChanges } from '@doorkit/client/sync'
import { quick, serve, storeIn } from './served.mjs'

const folder = mkdtempSync(join(process.env.HOME, 'sync-'))
const server = await serve(['--store', storeIn(folder), ...quick, '--print-key'])
const client = createClient({ apiKey: server.api_key, baseUrl: server.base_url })

const state = join(folder, 'state.json')
writeFileSync(state, JSON.stringify({ contacts: {} }))
/** Syncs once. Each batch is stored with its checkpoint. */
async function night(stopAfter = Number.POSITIVE_INFINITY) {
  let batches = 0
  const stored = JSON.parse(readFileSync(state, 'utf8'))
  await syncChanges(client.contacts, {
    checkpoint: stored.checkpoint,
    pageSize: 20,
    async onBatch({ items, checkpoint }) {
      if (++batches > stopAfter) throw new Error('The machine went down.')
      for (const contact of items) stored.contacts[contact.id] = contact.company ?? null
      writeFileSync(state, JSON.stringify({ ...stored, checkpoint }))
    },
  })
  return Object.keys(JSON.parse(readFileSync(state, 'utf8')).contacts).length
}

const people = Array.from({ length: 90 }, (_, at) => ({ email: `p${at}@example.com` }))
await client.batch(people, (row, call) => client.contacts.upsert(row, call))
const interrupted = await night(2).catch((error) => error.message)
const first = await night()
const moved = await client.contacts.upsert({ email: 'p7@example.com', company: 'Analytical' })
await client.contacts.upsert({ email: 'new@example.com' })
const second = await night()
const company = JSON.parse(readFileSync(state, 'utf8')).contacts[moved.id]
const stopped = await server.stop()
process.stdout.write(JSON.stringify({ interrupted, first, second, company, stopped }))
