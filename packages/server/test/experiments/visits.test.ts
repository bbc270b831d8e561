import { describe, expect, test } from 'vitest'
import { createDoorkit } from '../../src/index.ts'
import { createExperimentKit, runExperiment, shown } from '../support/experiments.ts'
import { overMemory } from '../support/stores.ts'

const page_url = 'https://acme.example/pricing'
const hello = { role: 'user', text: 'Hello' } as const
const lead = { email: 'ada@example.com' }
const meeting = { provider: 'cal.com', start_at: 1_000, end_at: 2_000, invitee: {} }
const nothing = [0, 0, 0, 0]

overMemory((openStore) => {
  const setUp = (body?: object) => runExperiment({ store: openStore() }, body)

  describe('Experiments: a stage of a visit', () => {
    test('counts for the opening that the visitor saw', async () => {
      const kit = await setUp()
      const { visits, conversations, meetings, experiment } = kit
      const variant = () => kit.counts(experiment).then(([, counts]) => counts)
      const visit = await visits.start({ page_url })
      expect(await variant()).toEqual(nothing)
      await visits.openingSeen(visit, shown(experiment, 1))
      expect(await variant()).toEqual([1, 0, 0, 0])
      await visits.chatOpened(visit)
      expect(await variant()).toEqual([1, 1, 0, 0])
      const conversation = await conversations.start({ visit })
      await conversations.message(conversation, hello)
      expect(await variant()).toEqual([1, 1, 0, 0])
      await conversations.captureLead(conversation, lead)
      expect(await variant()).toEqual([1, 1, 1, 0])
      await meetings.book({ ...meeting, conversation })
      expect(await variant()).toEqual([1, 1, 1, 1])
      expect(await kit.counts(experiment)).toEqual([nothing, [1, 1, 1, 1]])
      expect(await kit.funnel()).toEqual([1, 1, 1, 1, 1, 1])
    })

    test('counts once per visit', async () => {
      const kit = await setUp()
      const { visits, conversations, meetings, experiment } = kit
      const visit = await visits.start({ page_url })
      for (let times = 0; times < 2; times++) {
        await visits.openingSeen(visit, shown(experiment, 1))
        await visits.chatOpened(visit)
        const conversation = await conversations.start({ visit })
        await conversations.message(conversation, hello)
        await conversations.captureLead(conversation, lead)
        await meetings.book({ ...meeting, conversation })
      }
      expect(await kit.counts(experiment)).toEqual([nothing, [1, 1, 1, 1]])
    })

    test('counts once per visitor, for the first variant that they saw', async () => {
      const kit = await setUp()
      const { visits, experiments, experiment } = kit
      for (const place of [1, 0]) {
        const visit = await visits.start({ page_url, visitor: 'v-1' })
        await visits.openingSeen(visit, shown(experiment, place))
        await visits.chatOpened(visit)
      }
      const named = { ...shown(experiment, 0), visitor: 'v-1' }
      expect(await experiments.view(named)).toEqual({ counted: false })
      expect(await experiments.convert({ ...named, stage: 'chats' })).toEqual({ counted: false })
      expect(await kit.counts(experiment)).toEqual([nothing, [1, 1, 0, 0]])
    })

    test('counts per visit if the site names no visitor', async () => {
      const kit = await setUp()
      const { visits, experiment } = kit
      for (const place of [0, 1, 1]) {
        const visit = await visits.start({ page_url })
        await visits.openingSeen(visit, shown(experiment, place))
      }
      expect(await kit.counts(experiment)).toEqual([
        [1, 0, 0, 0],
        [2, 0, 0, 0],
      ])
    })

    test("counts as a chat at the visitor's first message, even if no opened chat is reported", async () => {
      const kit = await setUp()
      const { visits, conversations, experiment } = kit
      const visit = await visits.start({ page_url })
      await visits.openingSeen(visit, shown(experiment, 0))
      const conversation = await conversations.start({ visit })
      await conversations.message(conversation, { role: 'assistant', text: 'Hi!' })
      expect(await kit.counts(experiment)).toEqual([[1, 0, 0, 0], nothing])
      await conversations.message(conversation, hello)
      expect(await kit.counts(experiment)).toEqual([[1, 1, 0, 0], nothing])
    })

    test('does not count without an opening, or for the team', async () => {
      const kit = await setUp()
      const { visits, conversations, meetings, experiment, call } = kit
      const plain = await visits.start({ page_url })
      await visits.openingSeen(plain)
      const team = await visits.start({ page_url, test: true })
      await visits.openingSeen(team, shown(experiment, 1))
      for (const visit of [plain, team]) {
        await visits.chatOpened(visit)
        const conversation = await conversations.start({ visit })
        await conversations.message(conversation, hello)
        await conversations.captureLead(conversation, lead)
        await meetings.book({ ...meeting, conversation })
      }
      const watched = await visits.start({ page_url })
      await visits.openingSeen(watched, shown(experiment, 1))
      const preview = await conversations.start({ visit: watched, test: true })
      await conversations.message(preview, hello)
      expect(await kit.counts(experiment)).toEqual([nothing, [1, 0, 0, 0]])
      const { data } = (await call('GET', '/conversations?include_test=true')).json
      const openings = data.map(({ opening }: { opening: object }) => opening)
      const none = { experiment: null, variant: null }
      expect(openings).toEqual([shown(experiment, 1), shown(experiment, 1), none])
    })

    test('counts only while the test runs, and an earlier view then counts with it', async () => {
      const kit = await setUp()
      const { visits, conversations, experiment } = kit
      const visit = await visits.start({ page_url })
      await kit.act(experiment.id, 'pause')
      await visits.openingSeen(visit, shown(experiment, 1))
      await visits.chatOpened(visit)
      expect(await kit.counts(experiment)).toEqual([nothing, nothing])
      await kit.act(experiment.id, 'resume')
      const conversation = await conversations.start({ visit })
      await conversations.captureLead(conversation, lead)
      expect(await kit.counts(experiment)).toEqual([nothing, [1, 0, 1, 0]])
      expect(await kit.funnel()).toEqual([1, 1, 1, 0, 1, 0])
    })

    test('counts for the first reported opening, even if an earlier view named none', async () => {
      const kit = await setUp()
      const { visits, conversations, experiment, call } = kit
      const visit = await visits.start({ page_url })
      await visits.openingSeen(visit)
      await visits.openingSeen(visit, shown(experiment, 1))
      await visits.openingSeen(visit, shown(experiment, 0))
      await visits.chatOpened(visit)
      expect(await kit.counts(experiment)).toEqual([nothing, [1, 1, 0, 0]])
      expect(await kit.funnel()).toEqual([1, 1, 1, 0, 0, 0])
      const conversation = await conversations.start({ visit })
      const { opening } = (await call('GET', `/conversations/${conversation}`)).json
      expect(opening).toEqual(shown(experiment, 1))
    })

    test('counts once even if two servers get its report at the same time', async () => {
      const kit = await setUp()
      const { experiment, store, clock, workspace } = kit
      const other = createDoorkit({ store, clock, random: () => 0 }).record(workspace.id)
      const servers = [kit.record, other]
      const ids = await Promise.all(
        Array.from({ length: 10 }, () => kit.visits.start({ page_url })),
      )
      await Promise.all(
        ids.flatMap((visit, place) =>
          servers.map(async ({ visits }) => {
            await visits.openingSeen(visit, shown(experiment, place % 2))
            if (place < 4) await visits.chatOpened(visit)
          }),
        ),
      )
      expect(await kit.counts(experiment)).toEqual([
        [5, 2, 0, 0],
        [5, 2, 0, 0],
      ])
      expect(await kit.funnel()).toEqual([10, 10, 4, 0, 0, 0])
    })
  })
})

describe('Experiments: openings that are refused', () => {
  test('are unknown, or lack the test or the variant', async () => {
    const kit = await createExperimentKit()
    const [experiment, another] = [await kit.running(), await kit.running()]
    const { visits } = kit.record
    for (const test of [false, true]) {
      const visit = await visits.start({ page_url, test })
      const refused = [
        { experiment: 'exp_none', variant: 'var_none' },
        { ...shown(experiment, 1), variant: shown(another, 1).variant },
      ]
      for (const opening of refused) {
        await expect(visits.openingSeen(visit, opening)).rejects.toMatchObject({
          code: 'not_found',
        })
      }
      const { variant, ...half } = shown(experiment, 1)
      for (const opening of [half, { variant }]) {
        await expect(visits.openingSeen(visit, opening)).rejects.toMatchObject({
          code: 'invalid_input',
          param: 'variant',
        })
      }
    }
    expect(await kit.counts(experiment)).toEqual([nothing, nothing])
    expect(await kit.funnel()).toEqual([1, 0, 0, 0, 0, 0])
  })
})
