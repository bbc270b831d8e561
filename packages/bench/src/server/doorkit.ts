import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatChunk } from '@doorkit/chat-stream'
import { createDoorkit, generateMasterKey, type PlanOverrides } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { memoryStore } from '@doorkit/server/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { ContenderOptions, StartContender } from './contender.ts'
import type { ContenderRequest } from './contender-process.ts'
import { personAt, turnsOfTalk } from './people.ts'

/** Over what the works can reach: counted and compared all the same. */
const limit = 1_000_000_000
const plans: PlanOverrides = {
  apex: {
    requests_per_minute: limit,
    heavy_requests_per_minute: limit,
    chat_sessions_per_month: limit,
  },
}

/** The kit as a host starts it, with all of its features. */
export const startDoorkit: StartContender = async (options) => {
  const reply = options.holdsStreams ? waitingReply() : await plainReply()
  const doorkit = createDoorkit({
    store: openStore(options),
    plans,
    masterKeys: [generateMasterKey()],
    agent: { reply: ({ messages }) => reply(messages) },
  })
  const website = 'https://acme.example'
  const workspace = await doorkit.workspaces.create({ name: 'Acme', website })
  const owner = { workspace: workspace.id, name: 'bench', access: 'full_access' } as const
  const { secret: key } = await doorkit.keys.create(owner)
  const post = async (path: string, body: object) => {
    const answer = await doorkit.fetch(`http://localhost/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as { id: string; conversation: string }
  }
  const { amounts } = options
  const contacts: string[] = []
  const sessions: string[] = []
  const talks: string[] = []
  while (contacts.length < amounts.contacts) {
    contacts.push((await post('/contacts', personAt(contacts.length))).id)
  }
  while (sessions.length < amounts.sessions) sessions.push((await post('/chat/sessions', {})).id)
  while (talks.length < amounts.talks) {
    const { id, conversation } = await post('/chat/sessions', {})
    for (let turn = 0; turn < turnsOfTalk; turn++) {
      await post(`/chat/sessions/${id}/messages`, { text: `Question ${turn}` })
    }
    talks.push(conversation)
  }
  const server = createServer({ requireHostHeader: false }, toNode(doorkit))
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
  return { port, key, contacts, sessions, talks }
}

type ReplyTo = (messages: unknown) => AsyncIterable<ChatChunk>

/** The answers that every contender gives. */
async function plainReply(): Promise<ReplyTo> {
  const agent = new URL('../../peers/server/agent.js', import.meta.url).href
  return ((await import(agent)) as { reply: ReplyTo }).reply
}

/** Answers that begin with a word, and end when the contender is told so. */
function waitingReply(): ReplyTo {
  const ended = new Promise<void>((resolve) => {
    process.on('message', ({ endStreams }: ContenderRequest) => endStreams && resolve())
  })
  return async function* () {
    yield { type: 'text-start', id: 'text' }
    yield { type: 'text-delta', id: 'text', delta: 'Wait' }
    await ended
    yield { type: 'text-end', id: 'text' }
  }
}

function openStore({ store, place }: ContenderOptions) {
  if (store === 'memory') return memoryStore()
  return store === 'sqlite' ? sqliteStore({ file: place }) : postgresStore({ url: place })
}
