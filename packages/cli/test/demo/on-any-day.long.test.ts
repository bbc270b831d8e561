import { Analytics, Experiment } from '@doorkit/models'
import { expect, inject, test } from 'vitest'
import { readDemo } from './demo-kit.ts'

const ranges = ['7d', '14d', '30d', '90d'] as const

const weekdays = [0, 1, 2, 3, 4, 5, 6]

test('on each weekday, and six weeks later, every range has visitors, a funnel whose counts never rise, labels and grades', async () => {
  let checked = 0
  for (const days of [...weekdays, 45]) {
    const { get } = await readDemo({ days })
    for (const range of ranges) {
      const analytics = Analytics.parse(await get(`/analytics?range=${range}`))
      const where = `${range} after ${days} days`
      const stages = analytics.funnel.map(({ visitors }) => visitors)
      expect(stages, where).toEqual([...stages].sort((left, right) => right - left))
      expect(Math.min(...stages), where).toBeGreaterThan(0)
      const { intents, buying_stages, failures, sources, pages, devices, returning } = analytics
      for (const labels of [intents, buying_stages, failures, returning]) {
        expect(Math.min(...labels.map(({ count }) => count)), where).toBeGreaterThan(0)
        expect(labels.length).toBeGreaterThan(0)
      }
      expect(pages.length).toBeGreaterThanOrEqual(5)
      expect(new Set(sources.map(({ ai_assistant }) => ai_assistant)).size).toBe(2)
      expect(devices.map(({ label }) => label)).toEqual(['desktop', 'mobile'])
      const { graded, understood_rate, needs_review } = analytics.conversation_quality
      expect(graded, where).toBeGreaterThan(0)
      expect(understood_rate).toBeGreaterThan(0.5)
      expect(needs_review, where).toBeGreaterThan(0)
      checked++
    }
  }
  expect(checked).toBe(32)
})

test('on each weekday, and weeks later, one opening test runs, one has a winner and one was stopped, as their numbers imply', async () => {
  let checked = 0
  const later = inject('matrix') ? [30, 45, 100, 200, 300] : [45]
  for (const days of [...weekdays, ...later]) {
    const { all } = await readDemo({ days })
    const [running, won, stopped] = (await all('/experiments')).map((item) =>
      Experiment.parse(item),
    )
    expect([running?.status, won?.status, stopped?.status]).toEqual([
      'running',
      'winner_found',
      'stopped',
    ])
    const [, tried] = running?.variants ?? []
    expect(tried?.results.chance_beats_current).toBeLessThan(0.95)
    expect(tried?.results.stages.chats).toBeGreaterThan(5)
    const [control, winner] = won?.variants ?? []
    expect(won).toMatchObject({ winner: winner?.id, verdict: 'better' })
    expect(winner?.results.chance_beats_current).toBeGreaterThanOrEqual(0.95)
    for (const variant of [control, winner]) {
      expect(variant?.results.views).toBeGreaterThanOrEqual(200)
      expect(variant?.results.stages.chats).toBeGreaterThanOrEqual(10)
    }
    expect(stopped).toMatchObject({ winner: null, verdict: 'no_difference' })
    checked++
  }
  expect(checked).toBe(weekdays.length + later.length)
})
