// Two servers on one file, behind a load balancer that checks /health/ready, are replaced one by one.
import { mkdtempSync } from 'node:fs'
import { Agent, request as ask, createServer } from 'node:http'
import { join } from 'node:path'
import { createClient } from '@doorkit/client'
import { serve, storeIn, until } from './served.mjs'

const folder = mkdtempSync(join(process.env.HOME, 'rolling-'))
const flags = ['--store', storeIn(folder), '--drain-ms', '600']
const servers = [await serve([...flags, '--print-key']), await serve(flags)]
const { api_key: apiKey } = servers[0]

let ready = servers.map(({ origin }) => origin)
const isReady = (origin) =>
  fetch(`${origin}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  )
const readinessChecks = setInterval(async () => {
  const answers = await Promise.all(servers.map(({ origin }) => isReady(origin)))
  ready = servers.map(({ origin }) => origin).filter((_, at) => answers[at])
}, 50)

let next = 0
const agent = new Agent({ keepAlive: true })
const balancer = createServer((incoming, outgoing) => {
  const origin = ready[next++ % ready.length]
  const onward = ask(
    `${origin}${incoming.url}`,
    { method: incoming.method, headers: incoming.headers, agent },
    (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers)
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.writeHead(502).end())
  incoming.pipe(onward)
})
await new Promise((resolve) => balancer.listen(0, '127.0.0.1', resolve))
const client = createClient({
  apiKey,
  baseUrl: `http://127.0.0.1:${balancer.address().port}/v1`,
  maxRetries: 0,
})

let isOver = false
let answered = 0
const failed = []
const work = async (worker) => {
  for (let round = 0; !isOver; round++) {
    // The pause keeps this short trial within the rate limit of the API key: 1,200 requests a minute.
    await new Promise((resolve) => setTimeout(resolve, 60))
    await client.contacts.upsert({ email: `${worker}-${round}@example.com` }).then(
      () => (answered += 1),
      ({ code, status }) => failed.push([code, status]),
    )
  }
}
const workers = ['a', 'b', 'c'].map(work)
const codes = []
for (const at of [0, 1]) {
  await until(() => ready.length === 2, 'both servers to be ready')
  codes.push(await servers[at].stop())
  servers[at] = await serve(flags)
}
await until(() => ready.length === 2, 'both servers to be ready again')
isOver = true
await Promise.all(workers)
clearInterval(readinessChecks)
const contacts = await client.contacts.list().toArray({ limit: 10_000 })
process.stdout.write(
  JSON.stringify({ failed, codes, isAllThere: contacts.length === answered, some: answered > 20 }),
)
agent.destroy()
balancer.closeAllConnections()
balancer.close()
await Promise.all(servers.map((server) => server.stop()))
