import type { Cost } from '@doorkit/models'
import type { ContenderFacts, WorkspaceFacts } from './contender.ts'
import { personAt, turnsOfTalk } from './people.ts'

/** A request of a workspace in its turn, with each key in its turn. */
export interface Turn extends WorkspaceFacts {
  readonly key: string
  /** How many requests the workspace has had. */
  readonly count: number
}

/** The caller of the request that is sent as number `asked`. */
export function turnAt({ workspaces }: ContenderFacts, asked: number): Turn {
  const workspace = workspaces[asked % workspaces.length] as WorkspaceFacts
  const count = Math.floor(asked / workspaces.length)
  return { ...workspace, count, key: workspace.keys[count % workspace.keys.length] ?? '' }
}

/** The requests that every contender gets. */
export interface Work {
  readonly title: string
  readonly cost: Cost
  /** The bytes of the request of a caller. */
  request(turn: Turn): string
  /** Whether an answer is the whole answer: otherwise its figures would be worth nothing. */
  isWhole(body: string, turn: Turn): boolean
}

/** Not one after the other, so that no cache helps. */
const spread = (count: number, size: number) => (count * 7_919) % size

/** Where the contact of a request stands among those of its workspace. */
const placeOf = ({ contacts, count }: Turn) => spread(count, contacts.length)

/** Every work by its name on the command line. */
export const works = {
  get: {
    title: 'get one contact',
    cost: 'standard',
    request: (turn) => message(turn, 'GET', `/contacts/${turn.contacts[placeOf(turn)]}`),
    isWhole(body, turn) {
      const { id, email } = JSON.parse(body)
      return id === turn.contacts[placeOf(turn)] && email === personAt(placeOf(turn)).email
    },
  },
  list: {
    title: 'list 25 contacts',
    cost: 'standard',
    request: (turn) => message(turn, 'GET', '/contacts?limit=25'),
    isWhole(body) {
      const { data, next_cursor } = JSON.parse(body)
      return data.length === 25 && data[24].attributes.plan === 'pro' && next_cursor !== null
    },
  },
  upsert: {
    title: 'upsert with an idempotency key',
    cost: 'standard',
    request(turn) {
      const headers = { 'Idempotency-Key': `${process.pid}-${turn.count}` }
      return message(turn, 'POST', '/contacts', personAt(placeOf(turn)), headers)
    },
    isWhole: (body, turn) => JSON.parse(body).email === personAt(placeOf(turn)).email,
  },
  message: {
    title: 'send a chat message',
    cost: 'heavy',
    request: (turn) => chat(turn, {}),
    isWhole: (body) => JSON.parse(body).message.text.endsWith('word 23 '),
  },
  stream: {
    title: 'send a chat message, streamed',
    cost: 'heavy',
    request: (turn) => chat(turn, { stream: true }),
    isWhole: (body) => body.includes('word 23 ') && body.endsWith('data: [DONE]\n\n'),
  },
  conversation: {
    title: 'get a conversation with its messages',
    cost: 'standard',
    request(turn) {
      const id = turn.talks[spread(turn.count, turn.talks.length)]
      return message(turn, 'GET', `/conversations/${id}?expand=messages`)
    },
    isWhole: (body) => JSON.parse(body).messages.length === 2 * turnsOfTalk,
  },
} satisfies Readonly<Record<string, Work>>

export type WorkName = keyof typeof works

/** The works that need no chat. */
export const shortWorks: readonly WorkName[] = ['get', 'list', 'upsert']

function chat(turn: Turn, more: object): string {
  // Each session in its turn: two messages of one session do not wait for each other.
  const id = turn.sessions[turn.count % turn.sessions.length]
  return message(turn, 'POST', `/chat/sessions/${id}/messages`, { text: 'And then?', ...more })
}

function message(
  { key }: Turn,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  more: Readonly<Record<string, string>> = {},
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    Host: '127.0.0.1',
    Authorization: `Bearer ${key}`,
    Accept: 'application/json',
    ...(body && {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    }),
    ...more,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} /v1${path} HTTP/1.1`, ...lines, '', text].join('\r\n')
}
