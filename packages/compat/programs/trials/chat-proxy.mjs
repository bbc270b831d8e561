// A proxy streams answers to a browser, which disconnects in the middle of an answer.
import { createServer } from 'node:http'
import { createClient } from '@doorkit/client'
import { toNode } from '@doorkit/server/node'
import { startChatKit } from './chat-kit.mjs'

const listen = (listener) =>
  new Promise((resolve) => {
    const server = createServer(listener).listen(0, '127.0.0.1', () => resolve(server))
  })
const addressOf = (server) => `http://127.0.0.1:${server.address().port}`

let turns = 0
const { kit, apiKey, finish } = await startChatKit((text) => {
  turns += 1
  return { texts: [`You said ${text}.`, ' That is all.'], waits: turns === 1 }
})
const api = await listen(toNode(kit))
const client = createClient({ apiKey, baseUrl: `${addressOf(api)}/v1` })

const session = await client.chatSessions.create()
const proxy = await listen(async (request, response) => {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  try {
    const text = new URL(request.url, 'http://proxy').searchParams.get('say')
    const stream = await client.chatSessions.stream(
      session.id,
      { text },
      { signal: disconnected.signal },
    )
    await stream.pipeTo(response)
  } catch (error) {
    if (!disconnected.signal.aborted) response.writeHead(502).end(error.code)
  }
})

const browser = new AbortController()
const first = await fetch(`${addressOf(proxy)}/?say=hello`, { signal: browser.signal })
const reader = first.body.pipeThrough(new TextDecoderStream()).getReader()
let seen = ''
while (!seen.includes('You said')) seen += (await reader.read()).value
browser.abort()
// The next message is not refused: it waits until the agent has answered the first one.
const next = fetch(`${addressOf(proxy)}/?say=again`)
setTimeout(finish, 200)
const answer = await (await next).text()
const { messages } = await client.chatSessions.get(session.id)
process.stdout.write(
  JSON.stringify({
    status: (await next).status,
    isWhole: answer.endsWith('data: [DONE]\n\n'),
    texts: messages.map(({ text }) => text),
  }),
)
api.closeAllConnections()
proxy.closeAllConnections()
api.close()
proxy.close()
await kit.close()
