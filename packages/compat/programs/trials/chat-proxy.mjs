// A proxy that streams answers to a browser, which leaves in the middle of one.
import { createServer } from 'node:http'
import { createClient } from '@doorkit/client'
import { createDoorkit } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { memoryStore } from '@doorkit/server/store'

const listen = (listener) =>
  new Promise((resolve) => {
    const server = createServer(listener).listen(0, '127.0.0.1', () => resolve(server))
  })
const addressOf = (server) => `http://127.0.0.1:${server.address().port}`

let turns = 0
let goOn = () => {}
const agent = {
  async *reply({ messages }) {
    turns += 1
    const { text } = messages.at(-1)
    yield { type: 'text-start', id: 'a' }
    yield { type: 'text-delta', id: 'a', delta: `You said ${text}.` }
    if (turns === 1) await new Promise((resolve) => (goOn = resolve))
    yield { type: 'text-delta', id: 'a', delta: ' That is all.' }
    yield { type: 'text-end', id: 'a' }
  },
}
const kit = createDoorkit({ store: memoryStore(), agent })
const workspace = await kit.workspaces.create({
  name: 'A',
  website: 'https://a.example',
  plan: 'apex',
})
const key = await kit.keys.create({ workspace: workspace.id, name: 'Chat', scopes: ['chat:write'] })
const api = await listen(toNode(kit))
const client = createClient({
  apiKey: key.secret,
  baseUrl: `${addressOf(api)}/v1`,
})

const session = await client.chatSessions.create()
const proxy = await listen(async (request, response) => {
  const left = new AbortController()
  response.once('close', () => left.abort())
  try {
    const text = new URL(request.url, 'http://proxy').searchParams.get('say')
    const stream = await client.chatSessions.stream(session.id, { text }, { signal: left.signal })
    await stream.pipeTo(response)
  } catch (error) {
    if (!left.signal.aborted) response.writeHead(502).end(error.code)
  }
})

const browser = new AbortController()
const first = await fetch(`${addressOf(proxy)}/?say=hello`, { signal: browser.signal })
const reader = first.body.pipeThrough(new TextDecoderStream()).getReader()
let seen = ''
while (!seen.includes('You said')) seen += (await reader.read()).value
browser.abort()
// The next message of the visitor is not refused because the first one is still being answered.
const next = fetch(`${addressOf(proxy)}/?say=again`)
setTimeout(() => goOn(), 200)
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
