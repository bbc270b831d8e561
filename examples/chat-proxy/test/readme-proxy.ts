import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Client, isProblem } from '@doorkit/client'

type Post = (request: Request) => Promise<Response>

/** Serves the route of the README of `@doorkit/chat-stream`, as Next.js would. */
export function createReadmeProxy(client: Client): Server {
  const post = postOf(client)
  return createServer(async (incoming, outgoing) => {
    const disconnected = new AbortController()
    outgoing.once('close', () => disconnected.abort())
    const request = new Request(`http://${incoming.headers.host}/api/chat`, {
      method: 'POST',
      headers: { cookie: incoming.headers.cookie ?? '' },
      body: new Uint8Array(await buffer(incoming)),
      signal: disconnected.signal,
    })
    const answer = await post(request).catch(() => new Response(null, { status: 500 }))
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (!answer.body) return outgoing.end()
    Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).pipe(outgoing)
  })
}

function postOf(client: Client): Post {
  const readme = new URL('../../../packages/chat-stream/README.md', import.meta.url)
  const samples = readFileSync(readme, 'utf8').split(/^```(?:ts)?$/m)
  const sample = samples.find((text) => text.includes('// app/api/chat/route.ts'))
  const program = stripTypeScriptTypes(sample ?? '')
    .replace(/^import .*$/gm, '')
    .replace('export ', '')
  const run = new Function('createClient', 'isProblem', `${program}\nreturn POST`)
  return run(() => client, isProblem) as Post
}
