import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@doorkit/client'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { Campaign, Round } from '../campaign.ts'
import { countEffects } from './effects.ts'
import { attackLimits } from './limits.ts'
import { openHost } from './open-host.ts'
import { receiveLeads } from './receiver.ts'
import { clientOf, type ServeProcess, serveProcess } from './serve-process.ts'
import { settle } from './settle.ts'
import { prepareStorm, rageUntil, type StormWrite } from './storm.ts'

/** Servers that die in the middle of writes, while another one serves the same file. */
export const kills: Campaign = {
  summary: 'two servers on one file, one of them killed by SIGKILL again and again, under writes',
  async round(round) {
    const directory = mkdtempSync(join(tmpdir(), 'doorkit-kills-'))
    round.onEnd(() => rmSync(directory, { recursive: true }))
    const file = join(directory, 'doorkit.db')
    const host = openHost(sqliteStore({ file }))
    const { id: workspace } = await host.workspaces.create({
      name: 'Storm',
      website: 'https://storm.example',
    })
    const keyOf = async (name: string) =>
      (await host.keys.create({ workspace, name, access: 'full_access' })).secret
    const store = `sqlite:${file}`
    const servers = [await serveProcess(store, round), await serveProcess(store, round)] as const
    const first = await keyOf('First')
    const received = await receiveLeads(clientOf(servers[0], first), round)

    const done: StormWrite[] = []
    const stuck: { write: StormWrite; secret: string }[] = []
    for (let storm = 0; storm < (round.long ? 6 : 2); storm += 1) {
      const secret = await keyOf(`Storm ${storm}`)
      await rage(round, servers, { storm, secret, done, stuck })
      await attackLimits(round, host, servers)
    }
    for (const server of servers) await server.kill()
    await host.close()
    await settle(round, openHost(sqliteStore({ file }), 120_000), { first, done, stuck, received })
  },
}

interface Storm {
  readonly storm: number
  readonly secret: string
  readonly done: StormWrite[]
  /** The call whose key a dead process holds. */
  readonly stuck: { write: StormWrite; secret: string }[]
}

/** One storm, one kill, and every unanswered write once more. */
async function rage(
  round: Round,
  servers: readonly [ServeProcess, ServeProcess],
  { storm, secret, done, stuck }: Storm,
) {
  const size = 150
  const victim = round.random.pick(servers)
  const clients = servers.map((server) => clientOf(server, secret))
  const [client] = clients as [Client]
  const writes = await prepareStorm(client, `${round.seed}-${storm}`, size)
  const after = round.random.between(1, size - 20)
  const { answered, unanswered } = await rageUntil(clients, writes, after, victim.kill)
  round.count('kills')
  round.count('writes cut off', unanswered.length)
  await victim.restart()

  const again = clientOf(victim, secret)
  const effects = await countEffects(again)
  done.push(...answered)
  for (const write of done) {
    const count = effects(write)
    round.check(count === 1, 'an answered write is there, once', () => ({
      write: write.name,
      after,
      count,
    }))
  }
  for (const write of unanswered) {
    const result = await write.send(again)
    if (result.ok) done.push(write)
    else {
      const holds = result.error.code === 'idempotency_key_in_use' && effects(write) === 0
      round.check(holds, 'a key that a dead process holds has done nothing', () => result.error)
      stuck.push({ write, secret })
    }
  }
}
