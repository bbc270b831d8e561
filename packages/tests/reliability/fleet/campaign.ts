import type { Campaign, Round } from '../campaign.ts'
import { type FleetDatabase, onCluster, onOneFile, onPostgres } from './database.ts'
import { attackDyingLimit } from './dying-limit.ts'
import { failOver } from './fail-over.ts'
import { followChanges } from './follow-changes.ts'
import { killEach } from './kill-each.ts'
import { attackLimits } from './limits.ts'
import { openHost } from './open-host.ts'
import { type ReceivedTimes, receiveLeads } from './receiver.ts'
import { clientOf, type ServeProcess, serveProcess } from './serve-process.ts'
import { settle } from './settle.ts'
import type { StormWrite } from './storm.ts'

/** How long the lease of a worker on the queue of an endpoint lasts. */
const leaseMs = 30_000
/** How late the first of two deliveries may arrive after its lease began, on a busy machine. */
const lateMs = 5_000
/** An API key has the budget for this many storms, and a workspace may have 25 API keys. */
const stormsOfKey = 2

/** Servers that die during writes, while another server serves the same file. */
export const kills: Campaign = {
  summary: 'two servers on one file, killed by SIGKILL again and again, under writes',
  round: (round) => attackFleet(round, onOneFile, 0),
}

/** Servers and workers on PostgreSQL, which die one by one. Then PostgreSQL itself dies. */
export const fleet: Campaign = {
  summary: 'two servers and two workers on PostgreSQL, killed at random; then its primary, twice',
  round: (round) => attackFleet(round, onPostgres, 2),
}

/** Servers and workers on the cluster at an address, which die one by one. Then all connections break. */
export const fleetOn = (cluster: string, program?: string): Campaign => ({
  summary:
    'two servers and two workers on a cluster, killed at random; then all its connections cut',
  round: (round) => attackFleet(round, onCluster(cluster, program), 2),
})

/** Two servers. Each has a worker unless `workers` run separately. */
async function attackFleet(
  round: Round,
  open: (round: Round) => Promise<FleetDatabase>,
  workers: number,
): Promise<void> {
  const database = await open(round)
  const host = openHost(database.open())
  const input = { name: 'Fleet', website: 'https://fleet.example', plan: 'apex' } as const
  const { id: workspace } = await host.workspaces.create(input)
  const makeKey = async (name: string) =>
    (await host.keys.create({ workspace, name, access: 'full_access' })).secret
  const flags = workers > 0 ? ['--no-worker'] : []
  const servers = [
    await serveProcess(database.url, round, ...flags),
    await serveProcess(database.url, round, ...flags),
  ] as const
  const victims: ServeProcess[] = [...servers]
  while (victims.length < servers.length + workers) {
    victims.push(await serveProcess(database.url, round))
  }
  const first = await makeKey('First')
  const received = await receiveLeads(clientOf(servers[0], first), round)
  const reader = followChanges(servers, first)

  const done: StormWrite[] = []
  const stuck: { write: StormWrite; secret: string }[] = []
  let secret = ''
  for (let storm = 0; storm < (round.long ? 20 : 1); storm += 1) {
    if (storm % stormsOfKey === 0) secret = await makeKey(`Storm ${storm}`)
    const name = `${round.seed}-${storm}`
    await killEach(round, { name, secret, size: 100, servers, victims, done, stuck })
  }
  await attackLimits(round, host, servers)
  await attackDyingLimit(round, host, servers)
  const outages = round.long ? database.outages : database.outages.slice(-1)
  for (const [number, outage] of outages.entries()) {
    const name = `${round.seed}-outage-${number}`
    done.push(...(await failOver(round, { name, outage, servers, secret: await makeKey(name) })))
    await attackLimits(round, host, servers)
  }

  await reader.stop()
  round.count('runs of a reader', reader.runs())
  for (const process of victims) await process.kill()
  await host.close()
  checkLeases(round, received)
  const later = openHost(database.open(), { aheadMs: 120_000 })
  await reader.compare(round, later)
  await settle(round, later, { first, done, stuck, received })
}

/** Checks that no delivery was sent again before the lease of its earlier attempt had ended. */
function checkLeases(round: Round, received: ReceivedTimes): void {
  for (const [id, times] of received) {
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    const isHeld = gaps.every((gap) => gap >= leaseMs - lateMs)
    round.check(isHeld, 'no delivery is sent twice while its lease holds', () => ({ id, gaps }))
  }
}
