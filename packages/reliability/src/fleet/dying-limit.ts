import { planLimits } from '@doorkit/models'
import type { Doorkit } from '@doorkit/server'
import type { Round } from '../campaign.ts'
import { clientOf, type ServeProcess } from './serve-process.ts'

/** More requests than a key may send, while one of the servers dies with points in its hand. */
export async function attackDyingLimit(
  round: Round,
  host: Doorkit,
  servers: readonly [ServeProcess, ServeProcess],
): Promise<void> {
  const input = { name: 'Dying', website: 'https://dying.example', plan: 'adapt' } as const
  const { id: workspace } = await host.workspaces.create(input)
  const { secret } = await host.keys.create({ workspace, name: 'Dying', access: 'full_access' })
  const most = planLimits.adapt.requests_per_minute
  const [victim, other] = servers
  let passed = 0
  async function ask(server: ServeProcess): Promise<void> {
    const result = await clientOf(server, secret).me.get().safe()
    if (result.ok) passed += 1
    // It has answered some by now, and has points of its own in hand.
    if (result.ok && passed === most / 2) await victim.kill()
  }
  const all = Array.from({ length: most + 30 }, (_, place) => servers[place % 2] ?? other)
  await Promise.all(all.map(ask))
  await victim.restart()
  await Promise.all(all.map(ask))
  round.check(passed <= most, 'no more requests pass than the limit, whoever dies', () => passed)
  round.highest('points lost with a server that died', most - passed)
}
