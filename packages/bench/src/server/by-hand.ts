import type { StartContender, StoreKind } from './contender.ts'
import { personAt } from './people.ts'

const workspace = 'ws_bench'
const scopes = 'contacts:read contacts:write conversations:read chat:write'
/** Over what the works can reach: counted and compared all the same. */
const limit = 1_000_000_000

/** A service of `peers/server`, over tables that all of them share. */
export function byHand(name: string): StartContender {
  return async ({ store, place, people }) => {
    const { openRows } = await load(rowsOf[store])
    const { listen } = await load(`${name}.js`)
    const { digest, newId } = await load('shapes.js')
    const rows = await openRows(place)
    const key = `dk_live_${newId('bench')}`
    const contacts: string[] = []
    await rows.transaction(async () => {
      await rows.addKey({ id: 'key_bench', workspace, digest: digest(key), scopes })
      for (let at = 0; at < people; at++) {
        const contact = { ...personAt(at), id: newId('ct') }
        contacts.push(contact.id)
        await rows.upsertContact(workspace, contact, Date.now() - people + at)
      }
    })
    return { port: await listen(rows, { workspace, limit }), key, contacts }
  }
}

const rowsOf: Readonly<Record<StoreKind, string>> = {
  memory: 'rows-memory.js',
  sqlite: 'rows-sqlite.js',
  postgres: 'rows-postgres.js',
}

/** The peers are JavaScript, as nothing of theirs is installed where types are checked. */
function load(file: string) {
  return import(new URL(`../../peers/server/${file}`, import.meta.url).href)
}
