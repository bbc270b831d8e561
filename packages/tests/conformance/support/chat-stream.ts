import type { Api } from './api.ts'

/** A chunk of a streamed reply. */
export type Chunk = Readonly<Record<string, unknown>> & { readonly type: string }

/** A streamed reply, parsed without the chat-stream package. */
export interface StreamedReply {
  readonly status: number
  readonly headers: Headers
  /** The whole body. */
  readonly text: string
  /** The texts after `data: `, in order. */
  readonly events: readonly string[]
  /** Every event except the last, `[DONE]`, as JSON. */
  readonly chunks: readonly Chunk[]
  /** All text deltas joined. */
  readonly message: string
}

/** Sends a message and reads the whole streamed reply. */
export async function streamReply(
  { baseUrl, secret }: Api,
  session: string,
  text: string,
): Promise<StreamedReply> {
  const response = await fetch(`${baseUrl}/chat/sessions/${session}/messages`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text, stream: true }),
  })
  const body = await response.text()
  // An event ends with an empty line. Each line is a field name, a colon and a value.
  const events = body
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      if (!block.startsWith('data: ') || block.includes('\n')) {
        throw new Error(`An event is not one data line: ${block}`)
      }
      return block.slice('data: '.length)
    })
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event) as Chunk)
  const deltas = chunks.filter(({ type }) => type === 'text-delta').map(({ delta }) => delta)
  return {
    status: response.status,
    headers: response.headers,
    text: body,
    events,
    chunks,
    message: deltas.join(''),
  }
}
