import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Client, createClient, isProblem } from '@doorkit/client'

/**
 * Streams answers to browsers: `POST / {"text": "Hello"}`. The API key stays on the server. A cookie
 * that scripts cannot read keeps each visitor in their own session. A session that no longer exists is
 * replaced. If the browser disconnects, the answer ends.
 */
export function createChatProxy(client: Client) {
  /** Asks in a session. If there is no session, or it no longer exists, a new one is started. */
  async function ask(known: string | undefined, text: string, signal: AbortSignal) {
    const id = known ?? (await client.chatSessions.create({}, { signal })).id
    try {
      return { id, stream: await client.chatSessions.stream(id, { text }, { signal }) }
    } catch (error) {
      if (known === undefined || !isProblem(error, 'not_found')) throw error
      return ask(undefined, text, signal)
    }
  }

  return createServer(async (request, response) => {
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    const { signal } = disconnected
    try {
      const { text } = (await json(request)) as { text: string }
      const { id, stream } = await ask(sessionOf(request), text, signal)
      await stream.pipeTo(response, {
        headers: { 'set-cookie': `chat=${id}; HttpOnly; Secure; SameSite=Lax; Path=/` },
        filter: ({ type }) => !type.startsWith('tool-'), // visitors must not see the agent's actions
      })
    } catch (error) {
      if (signal.aborted) return
      console.error(error)
      // On a conflict, another tab is being answered, so the visitor can wait. The details of other
      // errors are only logged.
      const { status, code, detail } = isProblem(error, 'conflict') ? error : noAnswer
      response.writeHead(status, { 'content-type': 'application/problem+json' })
      response.end(JSON.stringify({ status, code, detail }))
    }
  })
}

const noAnswer = { status: 502, code: 'no_answer', detail: 'The chat does not answer.' }

function sessionOf({ headers }: IncomingMessage): string | undefined {
  return /(?:^|; )chat=(chs_\w+)/.exec(headers.cookie ?? '')?.[1]
}

if (import.meta.main) createChatProxy(createClient()).listen(Number(process.env.PORT ?? 3000))
