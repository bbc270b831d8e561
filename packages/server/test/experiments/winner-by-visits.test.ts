import { memoryStore, type WriteOp } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import {
  createExperimentKit,
  type ExperimentKit,
  runExperiment,
  shown,
  winning,
} from '../support/experiments.ts'
import { heldStore, movesTo } from '../support/held-store.ts'
import { overMemory } from '../support/stores.ts'

const page_url = 'https://acme.example/pricing'
const hello = { role: 'user', text: 'Hello' } as const
const lead = { email: 'ada@example.com' }
const meeting = { provider: 'cal.com', start_at: 1_000, end_at: 2_000, invitee: {} }
const nothing = [0, 0, 0, 0]

overMemory((openStore) => {
  const setUp = (body?: object) => runExperiment({ store: openStore() }, body)

  describe('Experiments: the winner by recorded visits', () => {
    test.each([
      [
        'chats',
        (kit: ExperimentKit, conversation: string) =>
          kit.record.conversations.message(conversation, hello),
      ],
      [
        'leads',
        (kit: ExperimentKit, conversation: string) =>
          kit.record.conversations.captureLead(conversation, lead),
      ],
      [
        'meetings',
        (kit: ExperimentKit, conversation: string) =>
          kit.record.meetings.book({ ...meeting, conversation }),
      ],
    ] as const)('is found as soon as there are enough %s', async (metric, report) => {
      const kit = await setUp({ metric })
      const { visits, conversations, experiment, call } = kit
      const visit = await visits.start({ page_url })
      await visits.openingSeen(visit, shown(experiment, 1))
      const conversation = await conversations.start({ visit })
      const { views, chats: few } = winning.control
      await kit.count(experiment, { views, [metric]: few }, { views, [metric]: 2 * few + 10 })
      expect((await kit.get(experiment.id)).status).toBe('running')
      await report(kit, conversation)
      expect((await kit.get(experiment.id)).status).toBe('winner_found')
      const { data } = (await call('GET', '/events')).json
      const types = data.map(({ type }: { type: string }) => type)
      expect(types.filter((type: string) => type === 'experiment.winner_found')).toHaveLength(1)
    })

    test('is found by an opened chat, which counts once even if it is reported twice', async () => {
      const kit = await setUp()
      const { visits, experiment } = kit
      await kit.count(experiment, winning.control, { views: 300, chats: 9 })
      const visit = await visits.start({ page_url })
      await visits.openingSeen(visit, shown(experiment, 1))
      await kit.count(experiment, winning.control, { views: 200, chats: 59 })
      for (let times = 0; times < 2; times++) await visits.chatOpened(visit, { key: 'opened' })
      expect((await kit.get(experiment.id)).status).toBe('winner_found')
      expect((await kit.counts(experiment))[1]).toEqual([200, 60, 0, 0])
    })
  })
})

describe('Experiments: a stage of a visit during another change', () => {
  test('counts only in the analytics if the test is stopped before the count is stored', async () => {
    const isConversion = (ops: readonly WriteOp[]) =>
      ops.some((op) => op.op === 'patch' && op.in === 'experiment_arms' && op.add?.chats === 1)
    const { store, held, release } = heldStore(memoryStore(), isConversion, 1)
    const kit = await createExperimentKit({ store })
    const experiment = await kit.running()
    const { visits } = kit.record
    const visit = await visits.start({ page_url })
    await visits.openingSeen(visit, shown(experiment, 1))
    const opened = visits.chatOpened(visit)
    await held
    expect((await kit.act(experiment.id, 'stop')).status).toBe(200)
    release()
    await opened
    expect(await kit.counts(experiment)).toEqual([nothing, [1, 0, 0, 0]])
    expect(await kit.funnel()).toEqual([1, 1, 1, 0, 0, 0])
  })

  test('stays counted if the test cannot be checked for a winner, and the next count checks it', async () => {
    const memory = memoryStore()
    const findsWinner = movesTo('winner_found')
    let isBroken = true
    const messages: string[] = []
    const kit = await createExperimentKit({
      store: {
        ...memory,
        async commit(ops, options) {
          if (isBroken && findsWinner(ops)) throw new Error('The disk is full.')
          return memory.commit(ops, options)
        },
      },
      logger: {
        debug: () => {},
        info: () => {},
        warn: () => {},
        error: (_facts, message) => messages.push(message),
      },
    })
    const experiment = await kit.running()
    await kit.count(experiment, winning.control, winning.variant)
    const { visits } = kit.record
    const visit = await visits.start({ page_url })
    await visits.openingSeen(visit, shown(experiment, 1))
    expect(messages).toEqual(['An opening test could not be checked for a winner.'])
    expect((await kit.get(experiment.id)).status).toBe('running')
    const { views, chats } = winning.variant
    expect((await kit.counts(experiment))[1]).toEqual([views + 1, chats, 0, 0])
    isBroken = false
    await visits.chatOpened(visit)
    expect((await kit.get(experiment.id)).status).toBe('winner_found')
  })
})
