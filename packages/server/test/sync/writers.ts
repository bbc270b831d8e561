import assert from 'node:assert/strict'
import type { Recorder } from '../../src/index.ts'

/** Sends one request to the API. */
export type Post = (
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
) => Promise<{ readonly status: number; readonly json: unknown }>

/** Called between two writes. */
export type Pause = () => Promise<void>

const hourMs = 3_600_000

async function send(post: Post, ...request: Parameters<Post>): Promise<{ readonly id: string }> {
  const { status, json } = await post(...request)
  assert.ok(status < 300, `${request[0]} ${request[1]}: ${JSON.stringify(json)}`)
  return json as { id: string }
}

/** Adds contacts and changes them, by upserts and by updates. */
export async function writeContacts(post: Post, count: number, pause: Pause): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const body = { email: `person${nth % 17}@example.com`, company: `Company ${nth}` }
    const { id } = await send(post, 'POST', '/contacts', body)
    await pause()
    if (nth % 2 === 0) await send(post, 'PATCH', `/contacts/${id}`, { phone: `+49 ${nth}` })
  }
}

/**
 * Chats in several sessions, and leaves leads and requests for a person. A session begins
 * with its lead, because the agent saves no lead after a request for a person.
 */
export async function writeChats(post: Post, count: number, pause: Pause): Promise<void> {
  const sessions: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const begins = nth % 3 === 0
    if (begins) sessions.push((await send(post, 'POST', '/chat/sessions', {})).id)
    await pause()
    const session = begins ? sessions.at(-1) : sessions[nth % sessions.length]
    const text = begins ? `I am Ada Byron, chat${nth}@example.com.` : 'Can I talk to a person?'
    await send(post, 'POST', `/chat/sessions/${session}/messages`, { text })
  }
}

/** Records conversations and their later changes, as a site does. */
export async function writeConversations(
  record: Recorder,
  name: string,
  count: number,
  pause: Pause,
): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const visit = await record.visits.start({ page_url: 'https://acme.example/pricing' })
    const conversation = await record.conversations.start({ visit, test: nth % 5 === 4 })
    await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
    await pause()
    await record.conversations.message(conversation, { role: 'assistant', text: 'Hi!' })
    if (nth % 2 === 0) {
      const email = `${name}${nth}@example.com`
      await record.conversations.captureLead(conversation, { email })
    }
    await pause()
    await record.conversations.requestHandoff(conversation, { reason: 'Wants a person' })
  }
}

/** Records meetings and their later changes, as a calendar does. */
export async function writeMeetings(
  record: Recorder,
  name: string,
  count: number,
  pause: Pause,
): Promise<void> {
  const conversation = await record.conversations.start({})
  for (let nth = 0; nth < count; nth++) {
    const times = (hour: number) => ({ start_at: hour * hourMs, end_at: (hour + 1) * hourMs })
    const invitee = { email: `${name}${nth}@example.com` }
    const input = { conversation, provider: 'cal.com', invitee, ...times(nth) }
    const meeting = await record.meetings.book(input)
    await pause()
    await record.meetings.move(meeting, times(nth + 1))
    if (nth % 2 === 0) await record.meetings.verify(meeting)
    await pause()
    if (nth % 3 === 0) await record.meetings.cancel(meeting)
  }
}
