import { keyLimits, type StartContender, type StoreKind, type WorkspaceFacts } from './contender.ts'
import { contactAt, turnsPerConversation } from './people.ts'

const scopes = 'contacts:read contacts:write conversations:read chat:write'
const visitor = JSON.stringify({
  device: null,
  country: null,
  source: null,
  utm: {},
  ai_referred: null,
})

/**
 * Returns the function that starts a hand-written service of `peers/server`. All these services store
 * their rows with the same code.
 */
export function startHandWritten(name: string): StartContender {
  return async ({ store, address, amounts }) => {
    const { openRows } = await load(rowsOf[store])
    const { listen } = await load(`${name}.js`)
    const { digest, newId, newTurn } = await load('shapes.js')
    const { answerText } = await load('agent.js')
    const rows = await openRows(address)
    const fill = async (workspace: string): Promise<WorkspaceFacts> => {
      const keys = Array.from({ length: amounts.keys }, () => `dk_live_${newId('bench')}`)
      const contacts: string[] = []
      const sessions: string[] = []
      const conversations: string[] = []
      const begin = async () => {
        const [id, conversation] = [newId('chs'), newId('conv')]
        await rows.addSession({ id, workspace, conversation, visitor }, Date.now())
        return { id, conversation }
      }
      await rows.transaction(async () => {
        for (const key of keys) {
          await rows.addKey({ id: newId('apiKey'), workspace, digest: digest(key), scopes })
        }
        for (let at = 0; at < amounts.contacts; at++) {
          const contact = { ...contactAt(at), id: newId('ct') }
          contacts.push(contact.id)
          await rows.upsertContact(workspace, contact, Date.now() - amounts.contacts + at)
        }
        while (sessions.length < amounts.sessions) sessions.push((await begin()).id)
      })
      while (conversations.length < amounts.conversations) {
        const session = await begin()
        const known = await rows.getSession(workspace, session.id)
        for (let turn = 0; turn < turnsPerConversation; turn++) {
          await rows.recordTurn(newTurn(known, `Question ${turn}`), answerText, Date.now())
        }
        conversations.push(session.conversation)
      }
      return { keys, contacts, sessions, conversations }
    }
    const workspaces: WorkspaceFacts[] = []
    const workspaceOf = new Map<string, string>()
    while (workspaces.length < amounts.workspaces) {
      const id = newId('ws')
      const filled = await fill(id)
      for (const key of filled.keys) workspaceOf.set(key, id)
      workspaces.push(filled)
    }
    const port = await listen(rows, { workspaceOf, limits: keyLimits })
    return { port, workspaces, limits: name === 'bare' ? null : keyLimits }
  }
}

const rowsOf: Readonly<Record<StoreKind, string>> = {
  memory: 'rows-memory.js',
  sqlite: 'rows-sqlite.js',
  postgres: 'rows-postgres.js',
}

function load(file: string) {
  return import(new URL(`../../peers/server/${file}`, import.meta.url).href)
}
