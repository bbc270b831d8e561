/** Verifies a webhook, reads a chat stream and validates an answer, and returns facts about each. */
export async function tryParts({ chatStream, client, validate, webhooks }) {
  return {
    verified: verify(webhooks),
    chat: await readChat(chatStream),
    drift: await findDrift(client, validate),
  }
}

function verify({ generateWebhookSecret, signWebhook, verifyWebhook }) {
  const secret = generateWebhookSecret()
  const body = '{"id":"evt_1","type":"link.opened","created_at":"2026-10-12T09:00:00.000Z"}'
  const headers = signWebhook({ id: 'evt_1', body, secret })
  return [body, new TextEncoder().encode(body), `${body} `].map((received) => {
    try {
      return verifyWebhook({ body: received, headers, secret }).id
    } catch (error) {
      return error.code
    }
  })
}

async function readChat({
  CHAT_STREAM_DONE,
  CHAT_STREAM_HEADERS,
  encodeChatChunk,
  readChatStream,
}) {
  const chunks = [
    { type: 'start', messageId: 'msg_1' },
    { type: 'text-start', id: 'text' },
    { type: 'text-delta', id: 'text', delta: 'Good ' },
    { type: 'text-delta', id: 'text', delta: 'evening' },
    { type: 'text-end', id: 'text' },
    { type: 'finish', finishReason: 'stop' },
  ]
  const body = chunks.map(encodeChatChunk).join('') + CHAT_STREAM_DONE
  const stream = readChatStream(new Response(body, { headers: CHAT_STREAM_HEADERS }))
  return [await stream.text(), (await stream.outcome).type]
}

async function findDrift({ createClient }, { DriftError, validateResponses }) {
  const misled = createClient({
    apiKey: 'dko_token',
    baseUrl: 'https://api.example.com/v1',
    fetch: async () => Response.json({ id: 'ct_1', object: 'contact', email: 7 }),
    middleware: [validateResponses({ mode: 'throw' })],
  })
  try {
    await misled.contacts.get('ct_1')
    return 'none'
  } catch (error) {
    return error instanceof DriftError && error.code
  }
}
