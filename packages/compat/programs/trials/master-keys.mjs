// A store without master keys gets a first key, then a second one. In the end the first is removed.
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient } from '@doorkit/client'
import { verifyWebhook } from '@doorkit/webhooks'
import { doorkit, quick, serve, storeIn, until } from './served.mjs'

const folder = mkdtempSync(join(process.env.HOME, 'keys-'))
const store = storeIn(folder)
const flags = ['--store', store, ...quick]
let secret = ''
const verified = []
const receiver = createServer(async (request, response) => {
  verified.push(verifyWebhook({ body: await text(request), headers: request.headers, secret }).type)
  response.end()
})
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve))

let endpoint
async function deliverWith(keys) {
  const server = await serve([...flags, ...(endpoint ? [] : ['--print-key'])], keys)
  if (server.failed) return server.failed
  apiKey ??= server.api_key
  const client = createClient({ apiKey, baseUrl: server.base_url })
  endpoint ??= await client.webhookEndpoints.create({
    url: `http://127.0.0.1:${receiver.address().port}/`,
    events: ['*'],
  })
  secret ||= endpoint.secret
  const before = verified.length
  const { status } = await fetch(`${server.origin}/health/ready`)
  await client.webhookEndpoints.test(endpoint.id)
  await until(() => verified.length > before, 'the webhook')
  await server.stop()
  return [status, verified.at(-1)]
}
let apiKey

const without = await deliverWith({})
const generate = async (known) => (await doorkit(['master-keys', 'generate'], known)).entry
const one = { DOORKIT_MASTER_KEYS: await generate({}) }
const withOne = await deliverWith(one)
const wrong = await deliverWith({ DOORKIT_MASTER_KEYS: await generate({}) })
await doorkit(['master-keys', 'reseal', '--store', store], one)
const next = await generate(one)
const both = { DOORKIT_MASTER_KEYS: `${one.DOORKIT_MASTER_KEYS},${next}` }
const withBoth = await deliverWith(both)
await doorkit(['master-keys', 'reseal', '--store', store], both)
const two = { DOORKIT_MASTER_KEYS: next }
const withTwo = await deliverWith(two)
const withOld = await deliverWith(one)
receiver.closeAllConnections()
receiver.close()
process.stdout.write(JSON.stringify({ without, withOne, wrong, withBoth, withTwo, withOld }))
