import { type Clock, createDoorkit } from '@doorkit/server'
import type { Store } from '@doorkit/store'
import { caller, createKit } from '../../../server/test/support/kit.ts'
import { createMirror, type Resource, resources, walk } from '../../../server/test/sync/mirror.ts'
import type { Campaign, Round } from '../campaign.ts'
import { openStores, receivedBy } from '../round-resources.ts'

const hourMs = 3_600_000
/** The longest that work may wait if a wrong clock scheduled it. */
const longestWaitMs = 61_000
const followed: readonly Resource[] = ['contacts', 'conversations']

/** Two servers that disagree about the time. The clock of one of them jumps while they run. */
export const clocks: Campaign = {
  summary: 'two servers whose clocks are an hour apart and jump, while readers sync',
  async round(round) {
    for (const store of Object.values(openStores(round))) await attack(round, store)
  },
}

async function attack(round: Round, store: Store) {
  const { random } = round
  const sent = new Set<string>()
  const network = receivedBy(({ eventId }) => sent.add(eventId))
  const kit = await createKit({ store, ...network })
  let aheadMs = hourMs
  const wrong: Clock = { now: () => kit.clock.now() + aheadMs, after: kit.clock.after }
  const other = createDoorkit({ store, ...network, clock: wrong })
  const servers = [
    { call: caller(kit), now: kit.clock.now },
    { call: caller({ doorkit: other, key: kit.key }), now: wrong.now },
  ] as const
  const [{ call }] = servers
  await call('POST', '/webhook_endpoints', {
    body: { url: 'https://hooks.example/', events: ['*'] },
  })

  const readers = servers.flatMap((server) =>
    followed.map((resource) => ({
      resource,
      mirror: createMirror((path) => server.call('GET', path), resource, server.now),
    })),
  )
  async function read({ mirror }: (typeof readers)[number]) {
    kit.clock.advance(random.between(0, 2_000))
    try {
      await mirror.run()
      round.count('runs of readers')
    } catch (error) {
      // A change by a server whose clock is behind moves an item down the list, ahead of the reader.
      if (!String(error).includes('came twice')) throw error
      round.count('runs that started again because an item appeared twice')
    }
  }
  async function write(number: number) {
    kit.clock.advance(random.between(0, 1_500))
    const server = random.pick(servers)
    if (random.chance(0.6)) {
      const body = { email: `person${random.between(1, 9)}@example.com`, company: `${number}` }
      const { status, text } = await server.call('POST', '/contacts', { body })
      round.check(status === 200, 'a write is accepted, whatever the clocks say', () => text)
    } else {
      const { json } = await server.call('POST', '/chat/sessions', { body: {} })
      const path = `/chat/sessions/${json.id}/messages`
      const { status, text } = await server.call('POST', path, { body: { text: 'Hello' } })
      round.check(status === 200, 'a message is answered, whatever the clocks say', () => text)
    }
  }

  for (let step = 0; step < (round.long ? 200 : 40); step += 1) {
    if (random.chance(0.1)) aheadMs = random.between(-hourMs, hourMs)
    kit.clock.advance(random.between(1_000, 5_000))
    const reader = readers[random.between(0, readers.length - 1)]
    // These run at the same time, so that one commits between the reads and writes of another.
    await Promise.all([
      write(step),
      ...(reader && random.chance(0.5) ? [read(reader)] : []),
      ...(random.chance(0.3) ? [kit.doorkit.worker.tick()] : []),
    ])
  }

  for (const reader of readers) await read(reader)
  kit.clock.advance(60_000)
  for (const resource of followed) {
    const all = JSON.stringify(
      [...(await walk((path) => call('GET', path), resources[resource]))].sort(),
    )
    for (const { mirror } of readers.filter((one) => one.resource === resource)) {
      const copies = JSON.stringify([...mirror.copies].sort())
      round.check(copies === all, 'a reader that syncs misses no change', () => ({
        resource,
        all,
        copies,
      }))
    }
  }

  // Grading adds events later, so the round waits only for the events that exist now.
  const events = (await walk((path) => call('GET', path), '/events?limit=100')).keys()
  kit.clock.advance(longestWaitMs)
  await kit.doorkit.worker.tick()
  await kit.doorkit.worker.tick()
  for (const event of events) {
    round.check(sent.has(event), 'no webhook is lost because of a wrong clock', () => event)
  }
  round.count('webhooks sent', sent.size)
}
