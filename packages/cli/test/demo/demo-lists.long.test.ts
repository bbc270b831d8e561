import { Analytics, Experiment, Meeting, PrivacyExport } from '@doorkit/models'
import { bookings, conversations, experimentViewers, visits } from '@doorkit/server/internal'
import { describe, expect, test } from 'vitest'
import { listAll } from '../../../server/src/collections/collection.ts'
import { shown } from '../../../server/test/support/experiments.ts'
import { demoKit, readDemo } from './demo-kit.ts'

const day = 86_400_000
const ranges = ['7d', '14d', '30d', '90d'] as const

type DemoKit = Pick<Awaited<ReturnType<typeof demoKit>>, 'store' | 'clock'>

const visitsOf = ({ store }: DemoKit) => listAll(store, visits, 'visits_started', [])

const numbersOf = ({ funnel }: Analytics) =>
  Object.fromEntries(funnel.map(({ stage, visitors }) => [stage, visitors]))

/** The start of a range of analytics. The workspace of the demo is in UTC. */
function beginOf(range: (typeof ranges)[number], { clock }: DemoKit): number {
  const midnight = Math.floor(clock.now() / day) * day
  return midnight - (Number.parseInt(range, 10) - 1) * day
}

describe('the visits of the demo', () => {
  test('match the visitors that analytics count, day by day', async () => {
    const kit = await readDemo()
    const counted = (await visitsOf(kit)).filter(({ data }) => !data.test)
    let days = 0
    for (const range of ranges) {
      const analytics = Analytics.parse(await kit.get(`/analytics?range=${range}`))
      const since = counted.filter(({ columns }) => columns.started_at >= beginOf(range, kit))
      expect(numbersOf(analytics).visitors, range).toBe(since.length)
      for (const { day: label, visitors } of analytics.by_day) {
        const on = since.filter(
          ({ columns }) => new Date(columns.started_at).toISOString().slice(0, 10) === label,
        )
        expect(visitors, label).toBe(on.length)
        days++
      }
      const reached = (stage: (typeof counted)[number]['data']['stages'][number]) =>
        since.filter(({ data }) => data.stages.includes(stage)).length
      // No conversation of the demo continues past midnight.
      expect(numbersOf(analytics), range).toMatchObject({
        opening_seen: reached('openings_seen'),
        chat_opened: reached('chats_opened'),
        conversation: reached('conversations'),
        lead: reached('leads'),
        meeting: reached('meetings'),
      })
    }
    expect(days).toBe(7 + 14 + 30 + 90)
  })

  test('cover all 90 days, every page, source and device, and tests by the team', async () => {
    const kit = await readDemo()
    const all = await visitsOf(kit)
    const counted = all.filter(({ data }) => !data.test)
    const days = new Set(counted.map(({ columns }) => Math.floor(columns.started_at / day)))
    expect(days.size).toBe(90)
    expect(all.length - counted.length).toBe(6)
    for (const dimension of ['page', 'source', 'device'] as const) {
      const names = [...new Set(counted.map(({ data }) => data[dimension]))].sort()
      const { pages, sources, devices } = Analytics.parse(await kit.get('/analytics?range=90d'))
      const shownNames = { page: pages, source: sources, device: devices }[dimension]
      expect(shownNames.map(({ label }) => label).sort()).toEqual(names)
    }
  })

  test('match the conversations that started in them', async () => {
    const kit = await readDemo()
    const visitsWithConversation = (await visitsOf(kit)).filter(({ data }) =>
      data.stages.includes('conversations'),
    )
    expect(visitsWithConversation).toHaveLength(128)
    const rows = await listAll(kit.store, conversations, 'conversations_by_start', [])
    for (const { data, columns } of rows) {
      const visit = await visits.get(kit.store, columns.workspace, data.visit ?? '')
      expect(visit?.data).toMatchObject({
        page_url: data.page_url,
        source: data.visitor.source,
        device: data.visitor.device,
        link: data.link,
        experiment: data.opening.experiment,
        variant: data.opening.variant,
        test: columns.test === 1,
      })
    }
    expect(rows).toHaveLength(134)
  })

  test('count once for a running opening test, even if another conversation starts in them', async () => {
    const kit = await demoKit()
    const read = async () => Experiment.parse((await kit.all('/experiments'))[0])
    const experiment = await read()
    const viewsOf = ({ variants }: Experiment) => variants.map(({ results }) => results.views)
    const [ofControl = 0, ofVariant = 0] = viewsOf(experiment)
    const ids = experiment.variants.map(({ id }): string => id)
    const all = await listAll(kit.store, experimentViewers, 'experiment_viewers_seen', [])
    const viewers = all.filter(({ columns }) => ids.includes(columns.variant))
    expect(viewers).toHaveLength(ofControl + ofVariant)
    const record = kit.doorkit.record(kit.workspace.id)
    const visitsWithView = (await visitsOf(kit)).filter(
      ({ data }) => data.experiment === experiment.id,
    )
    expect(visitsWithView).toHaveLength(viewers.length)
    const opened = visitsWithView.filter(({ data }) => data.stages.includes('chats_opened'))
    for (const { id } of opened) {
      const conversation = await record.conversations.start({ visit: id })
      await record.conversations.message(conversation, { role: 'user', text: 'One more thing' })
    }
    expect(opened.length).toBeGreaterThan(10)
    expect((await read()).variants).toEqual(experiment.variants)
    const visit = await record.visits.start({ page_url: 'https://acme.example/pricing' })
    await record.visits.openingSeen(visit, shown(experiment, 1))
    expect(viewsOf(await read())).toEqual([ofControl, ofVariant + 1])
  })
})

describe('the meetings of the demo', () => {
  test('match the meetings that analytics count', async () => {
    const kit = await readDemo()
    const meetings = (await kit.all('/meetings')).map((item) => Meeting.parse(item))
    for (const range of ranges) {
      const analytics = Analytics.parse(await kit.get(`/analytics?range=${range}`))
      const booked = meetings.filter(
        ({ booked_at }) => Date.parse(booked_at) >= beginOf(range, kit),
      )
      expect(booked.length, range).toBeGreaterThan(0)
      expect(numbersOf(analytics).meeting, range).toBe(booked.length)
      const { headline, by_day } = analytics
      expect(headline.find(({ metric }) => metric === 'meetings')?.value).toBe(booked.length)
      expect(by_day.reduce((sum, one) => sum + one.meetings, 0)).toBe(booked.length)
    }
    expect(meetings).toHaveLength(20)
  })
})

describe('the bookings of the demo', () => {
  test('include an attempt for each meeting, bookings through links, and abandoned attempts', async () => {
    let checked = 0
    for (const days of [0, 1, 5, 45]) {
      const kit = await readDemo({ days })
      const made = await listAll(kit.store, bookings, 'bookings_email', [])
      const meetings = (await kit.all('/meetings?include_test=true')).map((item) =>
        Meeting.parse(item),
      )
      const attempts = made.filter(({ columns }) => columns.kind === 'attempt')
      const linkBookings = made.filter(({ columns }) => columns.kind === 'link')
      for (const { id, status, invitee } of meetings) {
        const [attempt, ...more] = attempts.filter(({ columns }) => columns.meeting === id)
        expect(more).toEqual([])
        expect(attempt?.data).toMatchObject({ status, name: invitee.name })
        expect(attempt?.columns.email).toBe(invitee.email)
        checked++
      }
      const abandoned = attempts.filter(({ data }) => data.status === 'abandoned')
      expect(attempts).toHaveLength(23 + abandoned.length)
      expect(abandoned.length).toBeGreaterThan(5)
      expect(linkBookings.length).toBeGreaterThan(0)
      for (const { columns, data } of linkBookings) {
        expect(meetings.map(({ id }) => id)).toContain(columns.meeting)
        expect(data.link).toMatch(/^lk_/)
      }
    }
    expect(checked).toBe(4 * 23)
  })

  test('are exported and erased with their person', async () => {
    const kit = await demoKit()
    const linkBookings = (await listAll(kit.store, bookings, 'bookings_email', [])).filter(
      ({ columns }) => columns.kind === 'link',
    )
    const email = linkBookings[0]?.columns.email ?? ''
    const body = { email }
    const exported = PrivacyExport.parse(
      (await kit.call('POST', '/privacy/exports', { body })).json,
    )
    expect(exported.booking_attempts.length).toBeGreaterThan(0)
    expect(exported.link_bookings.length).toBeGreaterThan(0)
    expect(exported.contact?.email).toBe(email)
    const { json } = await kit.call('POST', '/privacy/erasures', { body })
    expect(json).toMatchObject({
      booking_attempts: exported.booking_attempts.length,
      link_bookings: exported.link_bookings.length,
      contact_deleted: true,
    })
    const rows = await listAll(kit.store, bookings, 'bookings_email', [])
    expect(JSON.stringify(rows)).not.toContain(email)
  })
})
