import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { aNumber, aTimestamp } from './support/patterns.ts'
import { expectInvalid } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { Analytics } from './support/wire-reports.ts'

const server = await startServer('--demo')
const { api } = server

const read = (query = '') => ok(api.get<Analytics>(`/analytics${query}`))
const headlineOf = ({ headline }: Analytics, metric: string) =>
  headline.find((entry) => entry.metric === metric)?.value ?? Number.NaN
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const days = { '7d': 7, '14d': 14, '30d': 30, '90d': 90 } as const
const stages = ['visitors', 'opening_seen', 'chat_opened', 'conversation', 'lead', 'meeting']
const counts = ['visitors', 'openings_seen', 'chats_opened', 'conversations', 'leads', 'meetings']

// docs/api.md#analytics
test('analytics have every documented field', async () => {
  const aText = expect.any(String)
  const entriesOf = (entry: object) => expect.arrayContaining([entry])
  const labels = entriesOf({ label: aText, count: aNumber })
  const numbers = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, aNumber]))
  expect(await read('?range=90d')).toMatchObject({
    object: 'analytics',
    range: '90d',
    filters: { page: null, source: null, device: null },
    window: { from: aTimestamp, to: aTimestamp, previous_from: aTimestamp },
    headline: entriesOf({
      metric: aText,
      ...numbers(['value', 'previous']),
      series: entriesOf({ day: aText, value: aNumber }),
    }),
    funnel: entriesOf({
      stage: aText,
      label: aText,
      ...numbers(['visitors', 'rate_from_previous']),
    }),
    biggest_drop: { from: aText, to: aText, lost: aNumber, rate: aNumber },
    by_day: entriesOf({ day: aText, ...numbers(['visitors', 'leads', 'meetings']) }),
    pages: entriesOf({ label: aText, ...numbers(counts) }),
    sources: entriesOf({ label: aText, ...numbers(counts), ai_assistant: expect.any(Boolean) }),
    devices: labels,
    returning: labels,
    intents: labels,
    buying_stages: labels,
    failures: labels,
    conversation_quality: {
      graded: aNumber,
      understood_rate: aNumber,
      average_qualification: aNumber,
      average_meeting_intent: aNumber,
      needs_review: aNumber,
    },
  })
})

test('a range is one of four, and 30 days by default', async () => {
  for (const [range, length] of Object.entries(days)) {
    const { range: answered, by_day, headline, window } = await read(`?range=${range}`)
    expect(answered).toBe(range)
    expect(by_day).toHaveLength(length)
    for (const { series } of headline) expect(series).toHaveLength(length)
    const spanMs = Date.parse(window.from) - Date.parse(window.previous_from)
    expect(spanMs).toBe(length * 86_400_000)
  }
  expect((await read()).range).toBe('30d')
  for (const range of ['', '31d', '1d', '30', 'all']) {
    expectInvalid(await api.get(`/analytics?range=${range}`), 'range')
  }
})

test('the headline has five metrics, and the daily values of each count add up to its total', async () => {
  const { headline, by_day } = await read()
  expect(headline.map(({ metric }) => metric)).toEqual([
    'visitors',
    'conversations',
    'leads',
    'meetings',
    'conversion_rate',
  ])
  for (const { metric, value, previous, series } of headline) {
    expect(previous).toEqual(aNumber)
    expect(series.map(({ day }) => day)).toEqual(by_day.map(({ day }) => day))
    if (metric !== 'conversion_rate') expect(sum(series.map((entry) => entry.value))).toBe(value)
  }
})

test('the previous value of a metric covers the same number of days before the range', async () => {
  const ranges = [await read('?range=7d'), await read('?range=14d')] as const
  const [week, fortnight] = ranges
  for (const { metric, value, previous } of week.headline) {
    if (metric === 'conversion_rate') continue
    expect(value + (previous ?? Number.NaN), metric).toBe(headlineOf(fortnight, metric))
  }
  const entryOf = (metric: string) => week.headline.find((entry) => entry.metric === metric)
  const [visitors, meetings] = [entryOf('visitors'), entryOf('meetings')]
  const rate = (meetings?.previous ?? 0) / (visitors?.previous ?? 0)
  expect(entryOf('conversion_rate')?.previous).toBeCloseTo(rate, 6)
})

test('the days are consecutive, and their counts add up to the headline', async () => {
  const analytics = await read('?range=14d')
  const { by_day } = analytics
  for (const [index, { day }] of by_day.entries()) {
    expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const before = by_day[index - 1]
    if (before) expect(Date.parse(day) - Date.parse(before.day)).toBe(86_400_000)
  }
  for (const metric of ['visitors', 'leads', 'meetings'] as const) {
    expect(sum(by_day.map((entry) => entry[metric]))).toBe(headlineOf(analytics, metric))
  }
})

test('the funnel has six stages, each with its rate from the stage before', async () => {
  const { funnel } = await read()
  expect(funnel.map(({ stage }) => stage)).toEqual(stages)
  for (const [index, { visitors, rate_from_previous, label }] of funnel.entries()) {
    expect(label).toMatch(/\S/)
    const before = funnel[index - 1]
    if (!before) expect(rate_from_previous).toBeNull()
    else {
      expect(visitors).toBeLessThanOrEqual(before.visitors)
      expect(rate_from_previous).toBeCloseTo(visitors / before.visitors, 3)
    }
  }
})

test('the biggest drop is the largest loss between two neighboring stages of the funnel', async () => {
  const { funnel, biggest_drop } = await read()
  const from = funnel.findIndex(({ stage }) => stage === biggest_drop?.from)
  expect(funnel[from + 1]?.stage).toBe(biggest_drop?.to)
  const [above, below] = [funnel[from]?.visitors ?? 0, funnel[from + 1]?.visitors ?? 0]
  expect(biggest_drop?.lost).toBe(above - below)
  expect(biggest_drop?.rate).toBeCloseTo((above - below) / above, 3)
  const losses = funnel.slice(1).map(({ visitors }, at) => (funnel[at]?.visitors ?? 0) - visitors)
  expect(biggest_drop?.lost).toBe(Math.max(...losses))
})

test('visitors are broken down by page and by source', async () => {
  const analytics = await read()
  const { pages, sources } = analytics
  for (const entry of [...pages, ...sources]) {
    expect(Object.keys(entry)).toEqual(expect.arrayContaining(['label', ...counts]))
  }
  expect(pages.length).toBeGreaterThan(2)
  expect(sources.length).toBeGreaterThan(2)
  for (const { ai_assistant } of sources) expect(typeof ai_assistant).toBe('boolean')
  expect(sum(sources.map(({ visitors }) => visitors))).toBe(headlineOf(analytics, 'visitors'))
})

test('devices, returning visitors, intents, buying stages and failures are labels with counts', async () => {
  const analytics = await read('?range=90d')
  for (const name of ['devices', 'returning', 'intents', 'buying_stages', 'failures'] as const) {
    expect(analytics[name].length, name).toBeGreaterThan(0)
    for (const entry of analytics[name]) {
      expect(entry).toEqual({ label: expect.any(String), count: aNumber })
    }
  }
  const { devices } = analytics
  expect(sum(devices.map(({ count }) => count))).toBe(headlineOf(analytics, 'visitors'))
})

test('the device filter accepts desktop and mobile, whose numbers add up to those without a filter', async () => {
  const [both, desktop, mobile] = await Promise.all([
    read(),
    read('?device=desktop'),
    read('?device=mobile'),
  ])
  for (const metric of ['visitors', 'conversations', 'leads', 'meetings']) {
    expect(headlineOf(desktop, metric) + headlineOf(mobile, metric)).toBe(headlineOf(both, metric))
  }
  expect(desktop.filters).toEqual({ page: null, source: null, device: 'desktop' })
  for (const device of ['', 'tablet', 'Desktop']) {
    expectInvalid(await api.get(`/analytics?device=${device}`), 'device')
  }
})

test('the page filter and the source filter return the numbers of one page or source', async () => {
  const { pages, sources } = await read()
  for (const [name, entries] of [
    ['page', pages],
    ['source', sources],
  ] as const) {
    for (const entry of entries.slice(0, 3)) {
      const filtered = await read(`?${name}=${encodeURIComponent(entry.label)}`)
      expect(filtered.filters).toMatchObject({ [name]: entry.label })
      for (const metric of ['visitors', 'conversations', 'leads', 'meetings'] as const) {
        expect(headlineOf(filtered, metric), `${name} ${entry.label}`).toBe(entry[metric])
      }
    }
  }
  expect(headlineOf(await read('?page=/no-such-page'), 'visitors')).toBe(0)
})

test('filters can be combined, and unknown ones are refused', async () => {
  const { sources } = await read('?range=7d&device=mobile')
  const [first] = sources
  const query = `?range=7d&device=mobile&source=${encodeURIComponent(first?.label ?? '')}`
  expect(headlineOf(await read(query), 'visitors')).toBe(first?.visitors)
  expectInvalid(await api.get('/analytics?from=2026-01-01'), 'from')
})

test('analytics count the reports of the site, but neither the team nor the chat API', async () => {
  const workspace = await openWorkspace(server)
  const { record } = workspace.site
  const readOwn = () => ok(workspace.api.get<Analytics>('/analytics?range=7d'))
  const page_url = 'https://acme.example/pricing'
  const visit = await record.visits.start({ page_url, source: 'google', device: 'mobile' })
  await record.visits.openingSeen(visit)
  await record.visits.openingSeen(visit)
  await record.visits.chatOpened(visit)
  const conversation = await record.conversations.start({ visit })
  await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
  await record.conversations.captureLead(conversation, { email: 'ada@example.com' })
  await workspace.site.book(conversation, 'ada@example.com')
  await record.visits.start({ page_url, source: 'google', device: 'desktop' })
  const team = await record.visits.start({ page_url, test: true })
  await record.visits.openingSeen(team)
  const preview = await record.conversations.start({ page_url, test: true })
  await record.conversations.message(preview, { role: 'user', text: 'Preview' })
  await ok(workspace.api.post('/chat/sessions', {}), 201)
  const analytics = await readOwn()
  expect(analytics.funnel.map(({ visitors }) => visitors)).toEqual([2, 1, 1, 1, 1, 1])
  expect(analytics.pages).toEqual([
    {
      label: '/pricing',
      visitors: 2,
      openings_seen: 1,
      chats_opened: 1,
      conversations: 1,
      leads: 1,
      meetings: 1,
    },
  ])
  expect(analytics.sources).toMatchObject([{ label: 'google', visitors: 2, ai_assistant: false }])
  expect(headlineOf(analytics, 'conversion_rate')).toBe(0.5)
})

test('the quality of conversations follows from their evaluations', async () => {
  const workspace = await openWorkspace(server)
  const { record } = workspace.site
  for (const [score, understood] of [
    [80, true],
    [40, false],
  ] as const) {
    const conversation = await workspace.site.chat()
    await record.conversations.grade(conversation, {
      intent: 'pricing',
      buying_stage: 'decision',
      qualification_score: score,
      meeting_intent: score / 10,
      understood,
      failure_category: understood ? null : 'missing_knowledge',
      abandonment_reason: null,
      recommended_improvement: null,
    })
  }
  const analytics = await ok(workspace.api.get<Analytics>('/analytics?range=7d'))
  expect(analytics.conversation_quality).toMatchObject({
    graded: 2,
    understood_rate: 0.5,
    average_qualification: 60,
    average_meeting_intent: 6,
  })
  expect(analytics.intents).toEqual([{ label: 'pricing', count: 2 }])
  expect(analytics.buying_stages).toEqual([{ label: 'decision', count: 2 }])
  expect(analytics.failures).toEqual([{ label: 'missing_knowledge', count: 1 }])
})

test('the analytics of a workspace without visits have zeros and no biggest drop', async () => {
  const workspace = await openWorkspace(server)
  const analytics = await ok(workspace.api.get<Analytics>('/analytics'))
  expect(analytics.funnel.map(({ visitors }) => visitors)).toEqual([0, 0, 0, 0, 0, 0])
  for (const { value } of analytics.headline) expect(value).toBe(0)
  expect(analytics.biggest_drop).toBeNull()
  expect([analytics.pages, analytics.sources, analytics.devices]).toEqual([[], [], []])
})
