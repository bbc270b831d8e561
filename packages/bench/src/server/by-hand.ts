import type { StartContender, StoreKind } from './contender.ts'
import { personAt, turnsOfTalk } from './people.ts'

const workspace = 'ws_bench'
const scopes = 'contacts:read contacts:write conversations:read chat:write'
const visitor = JSON.stringify({
  device: null,
  country: null,
  source: null,
  utm: {},
  ai_referred: null,
})
/** Over what the works can reach: counted and compared all the same. */
const limit = 1_000_000_000

/** A service of `peers/server`, over tables that all of them share. */
export function byHand(name: string): StartContender {
  return async ({ store, place, amounts }) => {
    const { openRows } = await load(rowsOf[store])
    const { listen } = await load(`${name}.js`)
    const { digest, newId, newTurn } = await load('shapes.js')
    const { answerText } = await load('agent.js')
    const rows = await openRows(place)
    const key = `dk_live_${newId('bench')}`
    const contacts: string[] = []
    const sessions: string[] = []
    const talks: string[] = []
    const begin = async () => {
      const [id, conversation] = [newId('chs'), newId('conv')]
      await rows.addSession({ id, workspace, conversation, visitor }, Date.now())
      return { id, conversation }
    }
    await rows.transaction(async () => {
      await rows.addKey({ id: 'key_bench', workspace, digest: digest(key), scopes })
      for (let at = 0; at < amounts.contacts; at++) {
        const contact = { ...personAt(at), id: newId('ct') }
        contacts.push(contact.id)
        await rows.upsertContact(workspace, contact, Date.now() - amounts.contacts + at)
      }
      while (sessions.length < amounts.sessions) sessions.push((await begin()).id)
    })
    while (talks.length < amounts.talks) {
      const session = await begin()
      const known = await rows.getSession(workspace, session.id)
      for (let turn = 0; turn < turnsOfTalk; turn++) {
        await rows.recordTurn(newTurn(known, `Question ${turn}`), answerText, Date.now())
      }
      talks.push(session.conversation)
    }
    return { port: await listen(rows, { workspace, limit }), key, contacts, sessions, talks }
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
