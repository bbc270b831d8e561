import { createHash, randomUUID } from 'node:crypto'

/** A contact in the format of the API. */
export function toContact(row) {
  return {
    id: row.id,
    object: 'contact',
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    name: row.name,
    company: row.company,
    phone: row.phone,
    external_id: row.external_id,
    attributes: JSON.parse(row.attributes),
    identity_verified: row.identity_verified === 1,
    source: row.source,
    first_seen_at: time(row.first_seen_at),
    last_seen_at: time(row.last_seen_at),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}

/** A conversation in the format of the API, with its messages on request. */
export function toConversation(row, messages) {
  return {
    id: row.id,
    object: 'conversation',
    page_url: row.page_url,
    page_path: row.page_path,
    channel: row.channel,
    link: null,
    outcome: row.outcome,
    message_count: row.message_count,
    preview: row.preview,
    contact: row.contact,
    lead: null,
    booking: null,
    handoff: null,
    visitor: JSON.parse(row.visitor),
    opening: { experiment: null, variant: null },
    evaluation: null,
    ...(messages && { messages: messages.map(toMessage) }),
    test: false,
    started_at: time(row.started_at),
    updated_at: time(row.updated_at),
    completed_at: row.completed_at === null ? null : time(row.completed_at),
  }
}

function toMessage({ id, role, text, created_at, tools }) {
  return { id, role, text, created_at: time(created_at), tools: JSON.parse(tools) }
}

/** The rows of a turn: the question and the answer, each with its id. */
export function newTurn(session, question) {
  const at = Date.now()
  return { session, question, questionId: newId('msg'), answerId: newId('msg'), askedAt: at }
}

/** The JSON reply to a message. */
export function toReply({ session, answerId }, text, at) {
  return {
    object: 'chat_reply',
    session: session.id,
    message: { id: answerId, role: 'assistant', text, created_at: time(at) },
    actions: [],
    finish_reason: 'stop',
  }
}

/** A page of contacts. `rows` has one more than the page if there is a next page. */
export function toPage(rows, limit) {
  const shown = rows.slice(0, limit)
  const more = rows.length > limit
  return {
    object: 'list',
    data: shown.map(toContact),
    has_more: more,
    next_cursor: more ? writeCursor(shown.at(-1)) : null,
  }
}

const writeCursor = (row) => Buffer.from(`${row.updated_at}.${row.id}`).toString('base64url')

/** Reads the position after which a page begins; undefined for the first page. */
export function readCursor(text) {
  if (text === undefined) return undefined
  const [at, id] = Buffer.from(text, 'base64url').toString().split('.')
  return { at: Number(at), id }
}

const time = (ms) => new Date(Number(ms)).toISOString()

export const digest = (text) => createHash('sha256').update(text).digest('hex')

export const newId = (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}`

/** The id and digest that identify a request with an idempotency key. */
export function onceOf(keyId, header, method, path, body) {
  return { id: `${keyId}.${header}`, fingerprint: digest(`${method} ${path}\n${body}`) }
}

/** The problem documents of the hand-written services. */
export function problem(status, code, detail, param) {
  return { type: `https://example.com/errors#${code}`, title: code, status, code, detail, param }
}
