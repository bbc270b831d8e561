/** Uses the subpaths of the client as its README does, and returns facts about each. */
export async function trySubpaths(libraries, { origin, apiKey }) {
  const { createClient } = libraries.client
  const connection = { apiKey, baseUrl: `${origin}/v1`, maxRetries: 0 }
  const client = createClient(connection)
  await client.contacts.upsert({ email: 'ada@example.com' })
  return {
    mirrored: await mirror(libraries.sync, client),
    drift: await meetDrift(libraries, connection),
    spans: await trace(libraries, connection),
    fakeStatuses: await tryFake(libraries.testing),
  }
}

async function mirror({ syncChanges }, client) {
  const emails = []
  await syncChanges(client.contacts, {
    onBatch: async ({ items }) => {
      emails.push(...items.map(({ email }) => email))
    },
  })
  return emails
}

async function meetDrift({ client: { createClient }, validate }, connection) {
  const middleware = [validate.validateResponses({ mode: 'throw' })]
  const { kind } = await createClient({ ...connection, middleware }).me.get()
  const answerOtherwise = async () => Response.json({ object: 'api_key_identity', id: 7 })
  const misled = createClient({ ...connection, middleware: [...middleware, answerOtherwise] })
  const drift = await misled.me.get().then(
    () => 'none',
    (error) => error.code,
  )
  return [kind, drift]
}

async function trace({ client: { createClient }, otel, sdk }, connection) {
  const exporter = new sdk.InMemorySpanExporter()
  const spanProcessors = [new sdk.SimpleSpanProcessor(exporter)]
  const tracerProvider = new sdk.BasicTracerProvider({ spanProcessors })
  const middleware = [otel.openTelemetry({ tracerProvider })]
  await createClient({ ...connection, middleware }).me.get()
  return exporter.getFinishedSpans().map(({ name }) => name)
}

async function tryFake({ createTestWorkspace }) {
  const workspace = await createTestWorkspace()
  try {
    workspace.faults.next(503, { times: 2 })
    await workspace.client.contacts.upsert({ email: 'ada@example.com' })
    return workspace.requests.map(({ status }) => status)
  } finally {
    await workspace.close()
  }
}
