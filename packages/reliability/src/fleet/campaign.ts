import { postgresStore } from '@doorkit/store-postgres'
import { startPair } from '@doorkit/test-postgres'
import type { Campaign, Round } from '../campaign.ts'
import { attackLimits } from '../kills/limits.ts'
import { openHost } from '../kills/open-host.ts'
import { type Received, receiveLeads } from '../kills/receiver.ts'
import { clientOf, type ServeProcess, serveProcess } from '../kills/serve-process.ts'
import { settle } from '../kills/settle.ts'
import { prepareStorm, rageUntil, type StormWrite } from '../kills/storm.ts'
import { attackDyingLimit } from './dying-limit.ts'
import { failOver } from './fail-over.ts'
import { followChanges } from './follow-changes.ts'

/** How long a worker holds the lane of an endpoint. */
const leaseMs = 30_000

/** Processes on one PostgreSQL that die, and then the PostgreSQL itself. */
export const fleet: Campaign = {
  summary: 'two servers and two workers on PostgreSQL, killed at random; then its primary is',
  async round(round) {
    const pair = await startPair()
    round.onEnd(pair.stop)
    const host = openHost(postgresStore({ url: pair.url }))
    const input = { name: 'Fleet', website: 'https://fleet.example', plan: 'apex' } as const
    const { id: workspace } = await host.workspaces.create(input)
    const keyOf = (name: string) => host.keys.create({ workspace, name, access: 'full_access' })
    const servers = [
      await serveProcess(pair.url, round, '--no-worker'),
      await serveProcess(pair.url, round, '--no-worker'),
    ] as const
    const workers = [await serveProcess(pair.url, round), await serveProcess(pair.url, round)]
    const { secret: first } = await keyOf('First')
    const received = await receiveLeads(clientOf(servers[0], first), round)
    const reader = followChanges(servers, first)

    const done: StormWrite[] = []
    const stuck: { write: StormWrite; secret: string }[] = []
    let secret = ''
    for (let storm = 0; storm < (round.long ? 20 : 4); storm += 1) {
      // A key has the budget of a few storms, and a workspace the room for 25 keys.
      if (storm % 4 === 0) secret = (await keyOf(`Storm ${storm}`)).secret
      const all = [...servers, ...workers]
      // The short form kills each of them once.
      const place = round.long ? round.random.between(0, all.length - 1) : storm
      const victim = all[place] ?? servers[0]
      await killOne(round, { servers, victim, storm, secret, done, stuck })
    }
    if (round.long) await attackLimits(round, host, servers)
    await attackDyingLimit(round, host, servers)
    const { secret: last } = await keyOf('Failover')
    done.push(...(await failOver(round, { pair, servers, secret: last })))
    await attackLimits(round, host, servers)

    await reader.stop()
    round.count('runs of a reader', reader.runs())
    for (const process of [...servers, ...workers]) await process.kill()
    await host.close()
    holdLeases(round, received)
    const later = openHost(postgresStore({ url: pair.url }), 120_000)
    await reader.compare(round, later)
    await settle(round, later, { first, done, stuck, received })
  },
}

interface OneKill {
  readonly servers: readonly [ServeProcess, ServeProcess]
  /** A server or a worker. */
  readonly victim: ServeProcess
  readonly storm: number
  readonly secret: string
  readonly done: StormWrite[]
  readonly stuck: { write: StormWrite; secret: string }[]
}

/** One storm, one kill, and every unanswered write once more, on the server that lived. */
async function killOne(round: Round, kill: OneKill): Promise<void> {
  const { servers, victim, storm, secret, done, stuck } = kill
  const size = 60
  const clients = servers.map((server) => clientOf(server, secret))
  const [client] = clients
  if (!client) return
  const writes = await prepareStorm(client, `${round.seed}-${storm}`, size)
  const after = round.random.between(1, size - 20)
  const { answered, unanswered } = await rageUntil(clients, writes, after, victim.kill)
  round.count('kills')
  round.count('writes cut off', unanswered.length)
  done.push(...answered)
  const other = servers.find((server) => server !== victim) ?? servers[0]
  await Promise.all([
    victim.restart(),
    ...unanswered.map(async (write) => {
      const result = await write.send(clientOf(other, secret))
      if (result.ok) return void done.push(write)
      const isHeld = result.error.code === 'idempotency_key_in_use'
      round.check(isHeld, 'a retry is done, or waits for a dead process', () => result.error)
      stuck.push({ write, secret })
    }),
  ])
}

/** A delivery that came twice came again when the lease of the first had ended. */
function holdLeases(round: Round, received: Received): void {
  for (const [id, times] of received) {
    const gaps = times.slice(1).map((time, place) => time - (times[place] ?? 0))
    const isHeld = gaps.every((gap) => gap >= leaseMs - 1_000)
    round.check(isHeld, 'no delivery is sent twice while its lease holds', () => ({ id, gaps }))
  }
}
