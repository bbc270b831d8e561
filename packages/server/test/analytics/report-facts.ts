import { scopes } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import { expect } from 'vitest'
import { createDoorkit, manualClock } from '../../src/index.ts'
import { addDays, localDay, startOfDay } from '../../src/values/local-days.ts'
import { caller, type Kit } from '../support/kit.ts'
import type { Fact, MomentChoice, Origin, Report } from './facts.ts'

const dayMs = 86_400_000
const historyMs = 200 * dayMs

/** How long the site can report facts about a visit. */
export const visitsKnownMs = 181 * dayMs

/** The time zone of the reports, and two moments in it. */
export interface Calendar {
  readonly timezone: string
  /** A change to or from summer time; any moment if the zone has none. */
  readonly changeAt: number
  /** When analytics are read, after all reports. */
  readonly now: number
}

/** A fact as it was recorded, with the visit and conversation that it is about. */
export interface RecordedFact {
  readonly at: number
  readonly fact: Fact
  /** The index of its visit. */
  readonly visit: number | null
  /** The index of its conversation. */
  readonly conversation: number | null
}

/** Reports facts to a new workspace, in order of time. */
export async function reportAll(store: Store, calendar: Calendar, reports: readonly Report[]) {
  const clock = manualClock(calendar.now - historyMs)
  // The grades are among the facts, so the worker must not grade.
  const doorkit = createDoorkit({ store, clock, random: () => 0, quietMs: 10 * historyMs })
  const workspace = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
    timezone: calendar.timezone,
  })
  const key = await doorkit.keys.create({ workspace: workspace.id, name: 'Test', scopes })
  const kit: Kit = { doorkit, clock, store, workspace, key }
  const report = createReporter(kit)
  const dated = reports
    .map((one) => ({ ...one, at: findMoment(calendar, one.moment) }))
    .sort((left, right) => left.at - right.at)
  const recorded: RecordedFact[] = []
  for (const [place, { at, fact, twice }] of dated.entries()) {
    clock.advance(at - clock.now())
    if (place % 5 === 0) await doorkit.worker.tick()
    const about = await report(fact, twice)
    if (about) recorded.push({ at, fact, ...about })
  }
  clock.advance(calendar.now - clock.now())
  await doorkit.worker.tick()
  return { kit, recorded }
}

function findMoment({ timezone, changeAt, now }: Calendar, choice: MomentChoice): number {
  const begin = now - historyMs
  const at =
    choice.at === 'any'
      ? begin + Math.floor(choice.share * historyMs)
      : choice.at === 'change'
        ? changeAt + choice.offMs
        : startOfDay(addDays(localDay(now, timezone), -choice.daysAgo), timezone) + choice.offMs
  return Math.min(now, at)
}

/**
 * The origin that a conversation itself reports. It counts for a conversation without a stored visit.
 */
export function ownOrigin({ visit, origin }: Fact & { kind: 'conversation' }): Partial<Origin> {
  return visit === null || visit % 2 === 0 ? origin : {}
}

/** Makes the function that reports a fact. The function returns null for a fact that it leaves out. */
function createReporter(kit: Kit) {
  const record = kit.doorkit.record(kit.workspace.id)
  const call = caller(kit)
  const visits: { readonly id: string; readonly at: number }[] = []
  const conversations: { readonly id: string; readonly visit: number | null }[] = []
  const meetings: string[] = []
  const graded = new Set<number>()
  const canceled = new Set<number>()
  let keys = 0

  async function perform<T>(twice: boolean, write: (options: { key?: string }) => Promise<T>) {
    if (!twice) return write({})
    const options = { key: `fact ${keys++}` }
    const [first, second] = await Promise.all([write(options), write(options)])
    if (first !== second) throw new Error('The repeated report returned something else.')
    return first
  }

  /** Whether a visit is too old for further reports. */
  async function isForgotten({ id, at }: { readonly id: string; readonly at: number }) {
    if (kit.clock.now() - at <= visitsKnownMs) return false
    await expect(record.visits.chatOpened(id)).rejects.toMatchObject({ code: 'not_found' })
    const conversation = record.conversations.start({ visit: id })
    await expect(conversation).rejects.toMatchObject({ code: 'not_found' })
    return true
  }

  return async function report(
    fact: Fact,
    twice: boolean,
  ): Promise<Pick<RecordedFact, 'visit' | 'conversation'> | null> {
    switch (fact.kind) {
      case 'visit': {
        const { origin, kind: _kind, ...rest } = fact
        const id = await perform(twice, (o) => record.visits.start({ ...origin, ...rest }, o))
        visits.push({ id, at: kit.clock.now() })
        return { visit: visits.length - 1, conversation: null }
      }
      case 'opening':
      case 'chat': {
        const visit = fact.visit % visits.length
        const known = visits[visit]
        if (!known || (await isForgotten(known))) return null
        const { id } = known
        if (fact.kind === 'chat') await perform(twice, (o) => record.visits.chatOpened(id, o))
        else await perform(twice, (o) => record.visits.openingSeen(id, {}, o))
        return { visit, conversation: null }
      }
      case 'conversation': {
        const place = fact.visit === null ? null : fact.visit % visits.length
        const known = place === null ? undefined : visits[place]
        if (place !== null && (!known || (await isForgotten(known)))) return null
        const input = { ...ownOrigin(fact), visit: known?.id, test: fact.test }
        const id = await perform(twice, (o) => record.conversations.start(input, o))
        conversations.push({ id, visit: place })
        return { visit: place, conversation: conversations.length - 1 }
      }
      case 'session': {
        const { json } = await call('POST', '/chat/sessions', { body: {} })
        const { id, conversation } = json as { id: string; conversation: string }
        const body = { text: 'What does it cost? I am Ada Byron, ada@example.com.' }
        const { status } = await call('POST', `/chat/sessions/${id}/messages`, { body })
        if (status !== 200) throw new Error(`The agent did not answer: ${status}.`)
        conversations.push({ id: conversation, visit: null })
        return { visit: null, conversation: conversations.length - 1 }
      }
      case 'cancel': {
        const place = fact.meeting % meetings.length
        const id = meetings[place]
        if (id === undefined || canceled.has(place)) return null
        canceled.add(place)
        await perform(twice, (o) => record.meetings.cancel(id, o))
        return { visit: null, conversation: null }
      }
      default: {
        const conversation = fact.conversation % conversations.length
        const about = conversations[conversation]
        if (!about || (fact.kind === 'grade' && graded.has(conversation))) return null
        const { id, visit } = about
        if (fact.kind === 'grade') {
          graded.add(conversation)
          await perform(twice, (o) => record.conversations.grade(id, fact.evaluation, o))
        } else if (fact.kind === 'message') {
          const input = { role: fact.role, text: 'Hello' }
          await perform(twice, (o) => record.conversations.message(id, input, o))
        } else if (fact.kind === 'lead') {
          const input = { email: `${conversation}@example.com` }
          await perform(twice, (o) => record.conversations.captureLead(id, input, o))
        } else if (fact.kind === 'handoff') {
          const input = { reason: 'Wants a person' }
          await perform(twice, (o) => record.conversations.requestHandoff(id, input, o))
        } else {
          const start_at = kit.clock.now() + dayMs
          const times = { start_at, end_at: start_at + 1 }
          const input = { conversation: id, provider: 'cal.com', invitee: {}, ...times }
          meetings.push(await perform(twice, (o) => record.meetings.book(input, o)))
        }
        return { visit, conversation }
      }
    }
  }
}
