/**
 * Uses the client like an application, with only the web platform, and returns facts about it. The same
 * program runs on every runtime. `test/expected-facts.ts` has the expected facts.
 */
export async function tryClient(library, { origin, apiKey, inspect }) {
  const { createClient } = library
  const at = (path, options) =>
    createClient({ apiKey, baseUrl: `${origin}${path}/v1`, maxRetries: 0, ...options })
  const client = at('')

  const written = await client.contacts.upsert({ email: 'ada@example.com', company: 'Analytical' })
  const read = await client.contacts.get(written.id)
  const refusal = await errorOf(client.contacts.get('ct_none'))

  return {
    wrote: { email: read.email, company: read.company, same: read.id === written.id },
    replayed: await writeTwice(client),
    walked: await walk(client),
    refusal: describeRefusal(library, refusal),
    attempts: await countAttempts(at('/faults/busy', { maxRetries: 1, random: () => 0 })),
    timedOut: await failureOf(at('/faults/hang', { timeout: 50 }).me.get()),
    aborted: await abort((options) => at('/faults/hang', options)),
    lost: await failureOf(at('/faults/reset').me.get()),
    chat: await chat(client),
    refusedIds: await Promise.all(['', '.', '..'].map((id) => failureOf(client.contacts.get(id)))),
    secretKey: secretKeyOutcome(createClient),
    leaks: [client, refusal]
      .flatMap((value) => [JSON.stringify(value), String(value), inspect ? inspect(value) : ''])
      .filter((text) => text.includes(apiKey)).length,
  }
}

async function errorOf(call) {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('The call should have failed.')
}

async function failureOf(call) {
  const { name, code } = await errorOf(call)
  return `${name} ${code}`
}

async function writeTwice(client) {
  const options = { idempotencyKey: 'import-1' }
  const input = { email: 'grace@example.com' }
  const first = await client.contacts.upsert(input, options).withMeta()
  const second = await client.contacts.upsert(input, options).withMeta()
  return [first.meta.replayed, second.meta.replayed, first.data.id === second.data.id]
}

async function walk(client) {
  for (const name of ['alan', 'barbara', 'edsger']) {
    await client.contacts.upsert({ email: `${name}@example.com` })
  }
  const emails = []
  for await (const contact of client.contacts.list({ limit: 2 })) emails.push(contact.email)
  return emails.sort()
}

function describeRefusal({ ApiError, DoorkitError, isProblem }, error) {
  return {
    code: error.code,
    status: error.status,
    classes: [error instanceof ApiError, error instanceof DoorkitError, error instanceof Error],
    problem: isProblem(error, 'not_found'),
    requestId: /^req_\w+$/.test(error.requestId),
  }
}

async function countAttempts(client) {
  const { meta } = await client.me.get().withMeta()
  return meta.attempts
}

/** Aborts a call once it has called `fetch`. */
async function abort(clientWith) {
  const controller = new AbortController()
  const reason = new Error('The page was left')
  const abortInFlight = (url, init) => {
    const answer = fetch(url, init)
    controller.abort(reason)
    return answer
  }
  const client = clientWith({ fetch: abortInFlight })
  const error = await errorOf(client.me.get({ signal: controller.signal }))
  return { name: error.name, code: error.code, keptReason: error.cause === reason }
}

async function chat(client) {
  await client.knowledgeDocuments.create({ name: 'Prices', content: 'The door costs 10 euros.' })
  const session = await client.chatSessions.create({ visitor: { name: 'Ada' } })
  const stream = await client.chatSessions.stream(session.id, { text: 'What does the door cost?' })
  let text = ''
  for await (const delta of stream.textDeltas()) text += delta
  const { type } = await stream.outcome
  return { answered: text.includes('10 euros'), outcome: type }
}

function secretKeyOutcome(createClient) {
  try {
    createClient({ apiKey: 'dk_live_secret', baseUrl: 'https://api.example.com/v1' })
    return 'accepted'
  } catch (error) {
    return error.code
  }
}
