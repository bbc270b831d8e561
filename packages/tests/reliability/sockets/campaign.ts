import { serveStore } from '@doorkit/cli'
import { silentLogger } from '@doorkit/server'
import { hosts } from '../../../server/test/support/hosts.ts'
import { caller, createKit, type Kit } from '../../../server/test/support/kit.ts'
import type { Campaign, Round } from '../campaign.ts'
import { sendShape } from './send-shape.ts'
import { createShapes, mutate, type Shape, smuggledEmail } from './shapes.ts'

type Serve = (kit: Kit, round: Round) => Promise<string>

/** Every mount, and the command line's own server. */
const mounts: Readonly<Record<string, Serve>> = {
  ...Object.fromEntries(
    hosts
      .filter(({ name }) => name !== 'in-process')
      .map((host): [string, Serve] => [
        host.name,
        async ({ doorkit }, { onEnd }) => (await host.serve(doorkit, onEnd)).origin,
      ]),
  ),
  'doorkit serve': async ({ store }, { onEnd }) => {
    const serving = await serveStore(store, {
      host: '127.0.0.1',
      port: 0,
      keys: false,
      demo: false,
      allowPrivateWebhooks: false,
      allowPrivatePages: false,
      logger: silentLogger,
    })
    onEnd(() => serving.close())
    return serving.origin
  },
}

/** Sends bytes that no client library sends, to each mount. */
export const sockets: Campaign = {
  summary: 'requests that are broken, contradictory, slow or cut off, on every mount',
  async round(round) {
    for (const [name, serve] of Object.entries(mounts)) {
      const kit = await createKit()
      const origin = await serve(kit, round)
      const shapes = createShapes(kit.key.secret, round.random)
      const changed = Array.from({ length: round.long ? 400 : 40 }, () =>
        mutate(round.random.pick(shapes as [Shape, ...Shape[]]), round.random),
      )
      const slow = shapes.filter(({ abort }) => abort === true)
      // The slow shapes keep their connections open while the others are sent.
      for (const shape of slow) await sendShape(origin, { ...shape, abort: false }, round, 'hold')
      for (const shape of [...shapes, ...changed]) await attack(name, origin, shape, kit, round)
      const { json } = await caller(kit)('GET', `/contacts?email=${smuggledEmail}`)
      round.check(json.data.length === 0, 'no smuggled write is accepted', () => name)
    }
  },
}

async function attack(mount: string, origin: string, shape: Shape, kit: Kit, round: Round) {
  const { answers, closed } = await sendShape(origin, shape, round)
  const facts = () => ({ mount, shape: shape.name, statuses: answers.map(({ status }) => status) })
  round.check(closed, 'no connection hangs', facts)
  for (const { status } of answers) {
    const holds = shape.harmless ? status < 500 : status >= 400 && status < 500
    round.check(holds, 'bytes that are not a request are refused, never with a 5xx', facts)
  }
  kit.clock.advance(1_000)
  const next = await fetch(`${origin}/v1/me`, {
    headers: { Authorization: `Bearer ${kit.key.secret}` },
  })
  round.check(next.status === 200, 'the next request is served', () => [facts(), next.status])
}
