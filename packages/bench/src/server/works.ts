import type { ContenderFacts } from './contender.ts'
import { personAt, turnsOfTalk } from './people.ts'

/** The requests that every contender gets. */
export interface Work {
  readonly title: string
  /** The bytes of the request that is sent as number `count`. */
  request(facts: ContenderFacts, count: number): string
  /** Whether an answer is the whole answer: otherwise its figures would be worth nothing. */
  isWhole(body: string, facts: ContenderFacts, count: number): boolean
}

/** Not one after the other, so that no cache helps. */
const spread = (count: number, size: number) => (count * 7_919) % size

const contactAt = ({ contacts }: ContenderFacts, count: number) =>
  contacts[spread(count, contacts.length)] ?? ''

/** Every work by its name on the command line. */
export const works = {
  get: {
    title: 'get one contact',
    request: (facts, count) => message(facts, 'GET', `/contacts/${contactAt(facts, count)}`),
    isWhole(body, facts, count) {
      const contact = JSON.parse(body)
      const person = personAt(spread(count, facts.contacts.length))
      return contact.id === contactAt(facts, count) && contact.email === person.email
    },
  },
  list: {
    title: 'list 25 contacts',
    request: (facts) => message(facts, 'GET', '/contacts?limit=25'),
    isWhole(body) {
      const { data, next_cursor } = JSON.parse(body)
      return data.length === 25 && data[24].attributes.plan === 'pro' && next_cursor !== null
    },
  },
  upsert: {
    title: 'upsert with an idempotency key',
    request(facts, count) {
      const person = personAt(spread(count, facts.contacts.length))
      const headers = { 'Idempotency-Key': `${process.pid}-${count}` }
      return message(facts, 'POST', '/contacts', person, headers)
    },
    isWhole(body, facts, count) {
      const contact = JSON.parse(body)
      return contact.email === personAt(spread(count, facts.contacts.length)).email
    },
  },
  message: {
    title: 'send a chat message',
    request: (facts, count) => chat(facts, count, {}),
    isWhole: (body) => JSON.parse(body).message.text.endsWith('word 23 '),
  },
  stream: {
    title: 'send a chat message, streamed',
    request: (facts, count) => chat(facts, count, { stream: true }),
    isWhole: (body) => body.includes('word 23 ') && body.endsWith('data: [DONE]\n\n'),
  },
  conversation: {
    title: 'get a conversation with its messages',
    request(facts, count) {
      const id = facts.talks[spread(count, facts.talks.length)]
      return message(facts, 'GET', `/conversations/${id}?expand=messages`)
    },
    isWhole: (body) => JSON.parse(body).messages.length === 2 * turnsOfTalk,
  },
} satisfies Readonly<Record<string, Work>>

export type WorkName = keyof typeof works

/** The works that need no chat. */
export const shortWorks: readonly WorkName[] = ['get', 'list', 'upsert']

function chat(facts: ContenderFacts, count: number, more: object): string {
  // Each session in its turn: two messages of one session do not wait for each other.
  const id = facts.sessions[count % facts.sessions.length]
  return message(facts, 'POST', `/chat/sessions/${id}/messages`, { text: 'And then?', ...more })
}

function message(
  { key }: ContenderFacts,
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
