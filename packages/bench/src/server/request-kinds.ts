import type { Cost } from '@doorkit/models'
import { requestText } from './connection.ts'
import type { ContenderFacts, WorkspaceFacts } from './contender.ts'
import { contactAt, turnsPerConversation } from './people.ts'

/** The workspace and API key of a request. */
export interface RequestContext extends WorkspaceFacts {
  readonly key: string
  /** Selects the API key and the rows. It rises by one when every workspace has had a request. */
  readonly count: number
}

/** The context of the request with this number. Workspaces and their API keys alternate. */
export function contextAt({ workspaces }: ContenderFacts, number: number): RequestContext {
  const workspace = workspaces[number % workspaces.length] as WorkspaceFacts
  const count = Math.floor(number / workspaces.length)
  return { ...workspace, count, key: workspace.keys[count % workspace.keys.length] ?? '' }
}

/** One kind of request that every contender answers. */
export interface RequestKind {
  readonly title: string
  readonly cost: Cost
  /** The text of the HTTP request. */
  request(context: RequestContext): string
  /** Whether an answer is complete. Without this check, the figures could mean nothing. */
  isWhole(body: string, context: RequestContext): boolean
}

/** Spreads requests over the rows, so that consecutive requests read different rows. */
const spread = (count: number, size: number) => (count * 7_919) % size

/** The index of a request's contact among the contacts of its workspace. */
const indexOf = ({ contacts, count }: RequestContext) => spread(count, contacts.length)

/** Every kind of request, by its name on the command line. */
export const requestKinds = {
  get: {
    title: 'get one contact',
    cost: 'standard',
    request: (context) =>
      message(context, 'GET', `/contacts/${context.contacts[indexOf(context)]}`),
    isWhole(body, context) {
      const { id, email } = JSON.parse(body)
      return (
        id === context.contacts[indexOf(context)] && email === contactAt(indexOf(context)).email
      )
    },
  },
  list: {
    title: 'list 25 contacts',
    cost: 'standard',
    request: (context) => message(context, 'GET', '/contacts?limit=25'),
    isWhole(body) {
      const { data, next_cursor } = JSON.parse(body)
      return data.length === 25 && data[24].attributes.plan === 'pro' && next_cursor !== null
    },
  },
  upsert: {
    title: 'upsert with an idempotency key',
    cost: 'standard',
    request(context) {
      const headers = { 'Idempotency-Key': `${process.pid}-${context.count}` }
      return message(context, 'POST', '/contacts', contactAt(indexOf(context)), headers)
    },
    isWhole: (body, context) => JSON.parse(body).email === contactAt(indexOf(context)).email,
  },
  message: {
    title: 'send a chat message',
    cost: 'heavy',
    request: (context) => chat(context, {}),
    isWhole: (body) => JSON.parse(body).message.text.endsWith('word-23 '),
  },
  stream: {
    title: 'send a chat message, streamed',
    cost: 'heavy',
    request: (context) => chat(context, { stream: true }),
    isWhole: (body) => body.includes('word-23 ') && body.endsWith('data: [DONE]\n\n'),
  },
  conversation: {
    title: 'get a conversation with its messages',
    cost: 'standard',
    request(context) {
      const id = context.conversations[spread(context.count, context.conversations.length)]
      return message(context, 'GET', `/conversations/${id}?expand=messages`)
    },
    isWhole: (body) => JSON.parse(body).messages.length === 2 * turnsPerConversation,
  },
} satisfies Readonly<Record<string, RequestKind>>

export type RequestKindName = keyof typeof requestKinds

/** The kinds of requests about contacts. */
export const contactKinds: readonly RequestKindName[] = ['get', 'list', 'upsert']

function chat(context: RequestContext, more: object): string {
  // The sessions alternate, because a session refuses a message while it answers another one.
  const id = context.sessions[context.count % context.sessions.length]
  return message(context, 'POST', `/chat/sessions/${id}/messages`, { text: 'And then?', ...more })
}

function message(
  { key }: RequestContext,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  more: Readonly<Record<string, string>> = {},
): string {
  const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json', ...more }
  return requestText(method, `/v1${path}`, headers, body)
}
