import { setTimeout as wait } from 'node:timers/promises'

/** Sends a request to a server. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

/** The outcome of one request. */
export interface QuestionResult {
  /** Whether the whole answer arrived. */
  readonly isAnswered: boolean
  /** The status; 0 if the server or the visitor cut the connection. */
  readonly status: number
}

/** A visitor who asks questions in one conversation. */
export interface Visitor {
  /**
   * Asks once, with the text as the idempotency key or the id of the message. A visitor who leaves hangs
   * up after 120 ms.
   */
  ask(send: Send, text: string, leaves: boolean): Promise<QuestionResult>
  /** Reads the texts of the conversation, in order. */
  read(send: Send): Promise<string[]>
}

const leaveAfterMs = 120
const website = 'https://turns.example'

interface Transcript {
  readonly messages: readonly { readonly text: string }[]
}

/** A visitor of an application, with answers as JSON. */
export async function openSession(send: Send, secret: string): Promise<Visitor> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const opened = await send('/v1/chat/sessions', { method: 'POST', headers, body: '{}' })
  const { id } = (await opened.json()) as { id: string }
  return {
    ask(sendTo, text, leaves) {
      const init = { headers: { ...headers, 'idempotency-key': text }, body: { text } }
      return askOnce(sendTo, `/v1/chat/sessions/${id}/messages`, init, leaves)
    },
    async read(sendTo) {
      const response = await sendTo(`/v1/chat/sessions/${id}`, { headers })
      return ((await response.json()) as Transcript).messages.map(({ text }) => text)
    },
  }
}

/** A visitor of the website, with answers as streams. */
export async function openPage(send: Send, siteKey: string): Promise<Visitor> {
  const begun = await send('/site/visits', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${siteKey}`,
      'content-type': 'application/json',
      origin: website,
    },
    body: JSON.stringify({ page_url: website }),
  })
  const { visit_token } = (await begun.json()) as { visit_token: string }
  const headers = {
    authorization: `Bearer ${visit_token}`,
    'content-type': 'application/json',
    origin: website,
  }
  return {
    ask: (sendTo, text, leaves) =>
      askOnce(sendTo, '/site/messages', { headers, body: { id: text, text } }, leaves),
    async read(sendTo) {
      const response = await sendTo('/site/conversation', { headers })
      return ((await response.json()) as Transcript).messages.map(({ text }) => text)
    },
  }
}

async function askOnce(
  send: Send,
  path: string,
  { headers, body }: { readonly headers: Record<string, string>; readonly body: object },
  leaves: boolean,
): Promise<QuestionResult> {
  const leaving = new AbortController()
  if (leaves) void wait(leaveAfterMs).then(() => leaving.abort())
  try {
    const response = await send(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: leaving.signal,
    })
    const answer = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const isWhole = isJson || answer.includes('"type":"finish"')
    return { status: response.status, isAnswered: response.status === 200 && isWhole }
  } catch {
    return { status: 0, isAnswered: false }
  }
}
