/** Makes calls over undici's pools, and returns facts about the answers, or the error. */
export async function callOverUndici({ createClient, undiciTransport }, { origin, apiKey }) {
  let transport
  try {
    transport = undiciTransport()
  } catch ({ code, message }) {
    return { code, message }
  }
  const client = createClient({ apiKey, baseUrl: `${origin}/v1`, fetch: transport.fetch })
  const { data, meta } = await client.contacts.upsert({ email: 'ada@example.com' }).withMeta()
  const listed = await client.contacts.list().first()
  await transport.close()
  return { status: meta.status, email: data.email, listed: listed.email }
}
