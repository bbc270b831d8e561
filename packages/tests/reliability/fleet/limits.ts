import { createClient, type SafeResult } from '@doorkit/client'
import { limits } from '@doorkit/models'
import type { Doorkit } from '@doorkit/server'
import type { Round } from '../campaign.ts'
import type { ServeProcess } from './serve-process.ts'

/** Creates more endpoints and sends more requests than are allowed, through all servers at once. */
export async function attackLimits(round: Round, host: Doorkit, servers: readonly ServeProcess[]) {
  const { id: workspace } = await host.workspaces.create({
    name: 'Limits',
    website: 'https://limits.example',
    plan: 'adapt',
  })
  const { secret } = await host.keys.create({ workspace, name: 'Limits', access: 'full_access' })
  const clients = servers.map((server) =>
    createClient({ apiKey: secret, baseUrl: server.baseUrl(), maxRetries: 0 }),
  )
  const many = async <Result>(
    count: number,
    ask: (client: (typeof clients)[number], number: number) => Promise<Result>,
  ) =>
    Promise.all(
      Array.from({ length: count }, (_, number) =>
        ask(clients[number % clients.length] as (typeof clients)[number], number),
      ),
    )
  const passed = (results: readonly SafeResult<unknown>[]) => results.filter(({ ok }) => ok).length
  const refusals = (results: readonly SafeResult<unknown>[]) => [
    ...new Set(results.flatMap((result) => (result.ok ? [] : [result.error.code]))),
  ]

  const endpoints = await many(20, (client, number) =>
    client.webhookEndpoints
      .create({ url: `https://hooks.example/${number}`, events: ['*'] })
      .safe(),
  )
  const most = limits.webhookEndpoints
  round.check(
    passed(endpoints) === most,
    'exactly as many endpoints as allowed are created',
    () => [passed(endpoints)],
  )
  // The writes above have used a part of the budget.
  const rest = 120 - endpoints.length
  const read = (count: number) => many(count, (client) => client.me.get().safe())
  // A server that has answered all its requests may still hold points while the other one refuses.
  const reads = [...(await read(rest + 30)), ...(await read(30))]
  round.check(
    passed(reads) === rest,
    'exactly as many requests as allowed pass, once every server refuses',
    () => [passed(reads), rest, refusals(reads)],
  )
}
