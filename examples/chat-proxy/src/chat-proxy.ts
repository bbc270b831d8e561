import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Client, createClient } from '@doorkit/client'

/**
 * Streams answers to browsers: `POST / {"text": "Hello"}`. The key stays here, and a cookie that scripts
 * cannot read keeps each visitor in a session of their own. A browser that leaves ends the answer.
 */
export function createChatProxy(client: Client) {
  return createServer(async (request, response) => {
    const left = new AbortController()
    response.once('close', () => left.abort())
    const { signal } = left
    try {
      const { text } = (await json(request)) as { text: string }
      const id = sessionOf(request) ?? (await client.chatSessions.create({}, { signal })).id
      const stream = await client.chatSessions.stream(id, { text }, { signal })
      await stream.pipeTo(response, {
        headers: { 'set-cookie': `chat=${id}; HttpOnly; Secure; SameSite=Lax; Path=/` },
        filter: ({ type }) => !type.startsWith('tool-'), // what the agent does is not for visitors
      })
    } catch (error) {
      if (signal.aborted) return
      console.error(error)
      response.writeHead(502).end('The chat does not answer.')
    }
  })
}

function sessionOf({ headers }: IncomingMessage): `chs_${string}` | undefined {
  const id = /(?:^|; )chat=(chs_\w+)/.exec(headers.cookie ?? '')?.[1]
  return id as `chs_${string}` | undefined
}

if (import.meta.main) createChatProxy(createClient()).listen(Number(process.env.PORT ?? 3000))
