import { planLimits } from '@doorkit/models'
import type { Doorkit } from '@doorkit/server'
import type { Round } from '../campaign.ts'
import { clientOf, type ServeProcess } from './serve-process.ts'

/** Sends more requests than an API key may send, while one of the servers dies, busy or idle. */
export async function attackDyingLimit(
  round: Round,
  host: Doorkit,
  servers: readonly [ServeProcess, ServeProcess],
): Promise<void> {
  const input = { name: 'Dying', website: 'https://dying.example', plan: 'adapt' } as const
  const { id: workspace } = await host.workspaces.create(input)
  const most = planLimits.adapt.requests_per_minute
  const [victim, other] = servers

  for (const isBusy of [true, false]) {
    const name = `Dying ${isBusy ? 'while busy' : 'while idle'}`
    const { secret } = await host.keys.create({ workspace, name, access: 'full_access' })
    let passed = 0
    let unanswered = 0
    let kills = 0
    const kill = () => {
      kills += Number(victim.isRunning())
      return victim.kill()
    }
    async function ask(server: ServeProcess): Promise<void> {
      const result = await clientOf(server, secret).me.get().safe()
      if (result.ok) passed += 1
      else if (result.error.code !== 'rate_limited') unanswered += 1
      if (isBusy && result.ok && passed === most / 2) await kill()
    }
    const askAll = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => ask(servers[index % 2] ?? other)))
    await askAll(isBusy ? most + 30 : most / 2)
    await kill()
    await victim.restart()
    const before = unanswered
    await askAll(most + 30)
    round.check(unanswered === before, 'a restarted server answers', () => unanswered)
    // A killed process loses its reservation.
    const lost = kills * Math.floor(most / 50)
    const facts = () => ({ passed, unanswered, lost, most })
    round.check(
      passed <= most,
      'no more requests pass than the limit allows, whichever server dies',
      facts,
    )
    // A request without an answer may have been counted.
    round.check(
      passed + unanswered + lost >= most,
      'no fewer requests pass than the limit allows',
      facts,
    )
  }
}
