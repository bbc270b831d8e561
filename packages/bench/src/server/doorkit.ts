import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatChunk } from '@doorkit/chat-stream'
import {
  createDoorkit,
  type Doorkit,
  generateMasterKey,
  memoryStore,
  type PlanOverrides,
} from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { apiOf } from '../call-api.ts'
import {
  type ContenderFacts,
  type ContenderOptions,
  type ContenderRequest,
  keyLimits,
  type StartContender,
  type WorkspaceFacts,
} from './contender.ts'
import { type Amounts, contactAt, turnsPerConversation } from './people.ts'

/** A limit that no load reaches. Requests are still counted and compared with it. */
const unlimited = 1_000_000_000
const withoutLimits: PlanOverrides = {
  apex: {
    requests_per_minute: unlimited,
    heavy_requests_per_minute: unlimited,
    chat_sessions_per_month: unlimited,
  },
}

/** The kit with the plans of the contract. Its worker does not run. */
export const startDoorkit: StartContender = (options) => start(options, undefined)

/** The kit with one API key, and with limits that a single key cannot reach. */
export const startWithOneKey: StartContender = (options) => {
  const { workspaces, contacts, sessions, conversations } = options.amounts
  const all = (amount: number) => amount * workspaces
  const rows = {
    contacts: all(contacts),
    sessions: all(sessions),
    conversations: all(conversations),
  }
  return start({ ...options, amounts: { workspaces: 1, keys: 1, ...rows } }, withoutLimits)
}

async function start(
  options: ContenderOptions,
  plans: PlanOverrides | undefined,
): Promise<ContenderFacts> {
  const reply = options.holdsStreams ? waitingReply() : await plainReply()
  const store = openStore(options)
  const given = {
    masterKeys: [generateMasterKey()],
    agent: { reply: ({ messages }: { readonly messages: unknown }) => reply(messages) },
  }
  const filling = createDoorkit({
    ...given,
    store: { ...store, close: async () => {} },
    plans: withoutLimits,
  })
  const workspaces: WorkspaceFacts[] = []
  while (workspaces.length < options.amounts.workspaces) {
    workspaces.push(await fill(filling, options.amounts))
  }
  await filling.close()
  const doorkit = createDoorkit({ ...given, store, plans })
  const server = createServer({ requireHostHeader: false }, toNode(doorkit))
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
  return { port, workspaces, limits: plans ? null : keyLimits }
}

async function fill(doorkit: Doorkit, amounts: Amounts): Promise<WorkspaceFacts> {
  const website = 'https://acme.example'
  const { id: workspace } = await doorkit.workspaces.create({ name: 'Acme', website, plan: 'apex' })
  const makeKey = () => doorkit.keys.create({ workspace, name: 'bench', access: 'full_access' })
  const { id, secret } = await makeKey()
  const call = apiOf(doorkit, secret)
  const contacts: string[] = []
  const sessions: string[] = []
  const conversations: string[] = []
  while (contacts.length < amounts.contacts) {
    contacts.push((await call('POST', '/contacts', contactAt(contacts.length))).id)
  }
  while (sessions.length < amounts.sessions) {
    sessions.push((await call('POST', '/chat/sessions', {})).id)
  }
  while (conversations.length < amounts.conversations) {
    const { id, conversation } = await call('POST', '/chat/sessions', {})
    for (let turn = 0; turn < turnsPerConversation; turn++) {
      await call('POST', `/chat/sessions/${id}/messages`, { text: `Question ${turn}` })
    }
    conversations.push(conversation)
  }
  // The load gets new API keys, whose rate limits these requests have not used.
  await doorkit.keys.revoke({ workspace, id })
  const keys: string[] = []
  while (keys.length < amounts.keys) keys.push((await makeKey()).secret)
  return { keys, contacts, sessions, conversations }
}

type ReplyTo = (messages: unknown) => AsyncIterable<ChatChunk>

/** The agent of every contender. */
async function plainReply(): Promise<ReplyTo> {
  const agent = new URL('../../peers/server/agent.js', import.meta.url).href
  return ((await import(agent)) as { reply: ReplyTo }).reply
}

/** An agent that sends one word and waits until it is told to end. */
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

function openStore({ store, address }: ContenderOptions) {
  if (store === 'memory') return memoryStore()
  return store === 'sqlite' ? sqliteStore({ file: address }) : postgresStore({ url: address })
}
