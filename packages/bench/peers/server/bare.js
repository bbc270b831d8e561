import { createServer } from 'node:http'
import { answerOf, events, streamHeaders } from './agent.js'
import { newId, newTurn, readCursor, toContact, toConversation, toPage, toReply } from './shapes.js'

// The same rows without features: an API key selects the workspace, and there are no rate limits, no
// validation and no idempotency keys.

/** Answers every kind of request over `node:http`. */
export function listen(rows, { workspaceOf }) {
  const server = createServer(async (request, response) => {
    const workspace = workspaceOf.get(request.headers.authorization.slice('Bearer '.length))
    const [path, search] = request.url.split('?')
    const [, , resource, id, part] = path.split('/')
    if (resource === 'conversations') {
      const row = await rows.getConversation(workspace, id)
      return send(response, toConversation(row, await rows.listMessages(id)))
    }
    if (resource === 'chat') {
      const { text, stream } = JSON.parse(await readText(request))
      const turn = newTurn(await rows.getSession(workspace, part), text)
      const transcript = await rows.listMessages(turn.session.conversation)
      if (!stream) {
        const answer = await answerOf(transcript)
        await rows.recordTurn(turn, answer, Date.now())
        return send(response, toReply(turn, answer, Date.now()))
      }
      response.writeHead(200, streamHeaders)
      const record = (answer) => rows.recordTurn(turn, answer, Date.now())
      for await (const event of events(transcript, turn.answerId, record)) response.write(event)
      return response.end()
    }
    if (request.method === 'POST') {
      const contact = JSON.parse(await readText(request))
      const row = await rows.upsertContact(workspace, { ...contact, id: newId('ct') }, Date.now())
      return send(response, toContact(row))
    }
    if (path === '/v1/contacts') {
      const query = new URLSearchParams(search)
      const limit = Number(query.get('limit') ?? 25)
      const after = readCursor(query.get('starting_after') ?? undefined)
      return send(response, toPage(await rows.listContacts(workspace, limit + 1, after), limit))
    }
    return send(response, toContact(await rows.getContact(workspace, id)))
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address().port))
  })
}

function send(response, value) {
  const text = JSON.stringify(value)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  response.writeHead(200, headers)
  response.end(text)
}

function readText(request) {
  return new Promise((resolve, reject) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => resolve(text))
    request.on('error', reject)
  })
}
