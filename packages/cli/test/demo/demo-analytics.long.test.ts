import { Analytics, Conversation } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { caller, createKit } from '../../../server/test/support/kit.ts'
import { seedDemo } from '../../src/demo/seed-demo.ts'
import { readDemo } from './demo-kit.ts'

const day = 86_400_000
const ranges = ['7d', '14d', '30d', '90d'] as const

const stagesOf = ({ funnel }: Analytics) => funnel.map(({ visitors }) => visitors)

function expectNoRise(counts: readonly number[], what: string) {
  expect(counts, what).toEqual([...counts].sort((left, right) => right - left))
}

describe('the analytics of the demo', () => {
  test('count the conversations, leads and meetings that exist', async () => {
    const { get, all, clock } = await readDemo()
    const conversations = (await all('/conversations')).map((item) => Conversation.parse(item))
    for (const range of ranges) {
      const [, , , conversationCount, leadCount, meetingCount] = stagesOf(
        Analytics.parse(await get(`/analytics?range=${range}`)),
      )
      const midnight = Math.floor(clock.now() / day) * day
      const since = midnight - (Number.parseInt(range, 10) - 1) * day
      const inRange = conversations.filter(({ started_at }) => Date.parse(started_at) >= since)
      expect(conversationCount, range).toBe(inRange.length)
      expect(leadCount, range).toBe(inRange.filter(({ lead }) => lead !== null).length)
      expect(meetingCount, range).toBe(inRange.filter(({ booking }) => booking !== null).length)
    }
  })

  test('agree with the evaluations of the conversations', async () => {
    const { get, all } = await readDemo()
    const conversations = (await all('/conversations')).map((item) => Conversation.parse(item))
    const grades = conversations.flatMap(({ evaluation }) => evaluation ?? [])
    const { conversation_quality, intents } = Analytics.parse(await get('/analytics?range=90d'))
    const sum = grades.reduce((total, grade) => total + grade.qualification_score, 0)
    expect(conversation_quality.graded).toBe(grades.length)
    expect(conversation_quality.average_qualification).toBeCloseTo(sum / grades.length, 9)
    for (const { label, count } of intents) {
      expect(grades.filter(({ intent }) => intent === label)).toHaveLength(count)
    }
    expect(intents).toHaveLength(8)
  })

  test('have counts that never rise from stage to stage, on any page, from any source and on any past day', async () => {
    const { get } = await readDemo()
    const { pages, sources, by_day } = Analytics.parse(await get('/analytics?range=90d'))
    for (const { label, ai_assistant: _, ...counts } of [
      ...pages.map((page) => ({ ...page, ai_assistant: false })),
      ...sources,
    ]) {
      expectNoRise(Object.values(counts), label)
    }
    // Today has no visits: the demo ends with yesterday.
    for (const { day: label, visitors, leads, meetings } of by_day.slice(0, -1)) {
      expect(visitors, label).toBeGreaterThan(10)
      expectNoRise([visitors, leads, meetings], label)
    }
    expect(pages.length + sources.length + by_day.length).toBeGreaterThan(100)
  })

  test('have counts that never rise from stage to stage in other time zones either', async () => {
    const kit = await createKit()
    let checked = 0
    for (const timezone of ['Pacific/Auckland', 'America/Los_Angeles']) {
      const { id: workspace } = await kit.doorkit.workspaces.create({
        name: timezone,
        website: 'https://acme.example',
        timezone,
      })
      const { secret } = await kit.doorkit.keys.create({
        workspace,
        name: 'Test',
        access: 'read_only',
      })
      await seedDemo({ store: kit.store, workspace, clock: kit.clock })
      for (const range of ranges) {
        const { json } = await caller(kit)('GET', `/analytics?range=${range}`, { secret })
        expectNoRise(stagesOf(Analytics.parse(json)), `${timezone} ${range}`)
        checked++
      }
    }
    expect(checked).toBe(8)
  })

  test('can be filtered by page, source and device', async () => {
    const { get } = await readDemo()
    const [all = 0] = stagesOf(Analytics.parse(await get('/analytics?range=90d')))
    for (const filter of ['page=/pricing', 'source=chatgpt', 'device=mobile']) {
      const counts = stagesOf(Analytics.parse(await get(`/analytics?range=90d&${filter}`)))
      expectNoRise(counts, filter)
      expect(counts[0], filter).toBeGreaterThan(100)
      expect(counts[0], filter).toBeLessThan(all)
    }
  })
})
