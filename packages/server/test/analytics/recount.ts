import type { Analytics, Evaluation } from '@doorkit/models'
import type { Origin } from './facts.ts'
import { ownOrigin, type RecordedFact, visitsKnownMs } from './report-facts.ts'

/** A query of GET /analytics. */
export interface Question {
  readonly range: Analytics['range']
  readonly page?: string | undefined
  readonly source?: string | undefined
  readonly device?: 'desktop' | 'mobile' | undefined
}

type Counter =
  | 'visitors'
  | 'openings_seen'
  | 'chats_opened'
  | 'conversations'
  | 'leads'
  | 'meetings'

/** One occurrence that analytics count, with its time and dimensions. */
interface Occurrence {
  readonly at: number
  readonly what: Counter | 'grade'
  readonly page: string
  readonly source: string
  readonly device: string
  readonly ai: boolean
  readonly returning: boolean
  readonly evaluation?: Evaluation | undefined
}

/** The dimensions of a visit or conversation. Analytics do not count it if `test` is true. */
type Dimensions = Omit<Occurrence, 'at' | 'what'> & { readonly test: boolean }

const dayMs = 86_400_000

/** Lists every occurrence that docs/api.md#analytics counts. */
export function listOccurrences(recorded: readonly RecordedFact[]): Occurrence[] {
  const counted: Occurrence[] = []
  const visits: (Dimensions & { at: number })[] = []
  const conversations: Dimensions[] = []
  const lastSeen = new Map<string, number>()
  const done = new Set<string>()
  const dimensionsOf = ({ page_url, source, device, ai_referred }: Origin) => ({
    page: pathIn(page_url),
    source: source ?? 'direct',
    device: device ?? 'unknown',
    ai: ai_referred === true,
  })
  const countOnce = (at: number, what: Counter, about: string, from: Dimensions | undefined) => {
    if (!from || from.test || done.has(`${what} ${about}`)) return
    done.add(`${what} ${about}`)
    counted.push({ ...from, at, what })
  }
  const knownVisit = (visit: number | null, at: number) => {
    const known = visits[visit ?? -1]
    return known && at - known.at <= visitsKnownMs ? known : undefined
  }
  /** Counts a stage once for the visit of a conversation, or for the conversation if no visit is stored. */
  const reach = (what: Counter, { at, visit, conversation }: RecordedFact) => {
    const own = conversations[conversation ?? -1]
    if (!own || done.has(`${what} of ${conversation}`)) return
    done.add(`${what} of ${conversation}`)
    const known = knownVisit(visit, at)
    if (known) countOnce(at, what, `visit ${visit}`, { ...known, test: own.test })
    else countOnce(at, what, `conversation ${conversation}`, own)
  }

  for (const one of recorded) {
    const { at, fact, visit, conversation } = one
    switch (fact.kind) {
      case 'visit': {
        const before = lastSeen.get(fact.visitor ?? '')
        if (fact.visitor !== undefined) lastSeen.set(fact.visitor, at)
        const isKnown = before !== undefined && at - before <= visitsKnownMs
        const returning = fact.returning ?? isKnown
        visits.push({ ...dimensionsOf(fact.origin), returning, test: fact.test === true, at })
        countOnce(at, 'visitors', `visit ${visit}`, visits.at(-1))
        break
      }
      case 'conversation': {
        const known = visits[visit ?? -1]
        const { page_url, source, device, ai_referred } = ownOrigin(fact)
        conversations.push({
          page: page_url === undefined ? (known?.page ?? '/') : pathIn(page_url),
          source: source ?? known?.source ?? 'direct',
          device: device ?? known?.device ?? 'unknown',
          ai: ai_referred ?? known?.ai ?? false,
          returning: false,
          test: known?.test === true || fact.test === true,
        })
        break
      }
      case 'session': {
        conversations.push({
          ...dimensionsOf({ page_url: 'https://a.example/' }),
          returning: false,
          test: true,
        })
        break
      }
      case 'opening':
        countOnce(at, 'openings_seen', `visit ${visit}`, visits[visit ?? -1])
        break
      case 'chat':
        countOnce(at, 'chats_opened', `visit ${visit}`, visits[visit ?? -1])
        break
      case 'message':
        if (fact.role === 'user') reach('conversations', one)
        break
      case 'lead':
        reach('leads', one)
        break
      case 'meeting':
        reach('meetings', one)
        break
      case 'grade': {
        const own = conversations[conversation ?? -1]
        if (!own || own.test) break
        const from = knownVisit(visit, at) ?? own
        counted.push({ ...from, at, what: 'grade', evaluation: fact.evaluation })
        break
      }
      case 'handoff':
      case 'cancel':
        break
    }
  }
  return counted
}

/** The path of an address, cut out of its text. */
function pathIn(address: string): string {
  return /^https:\/\/[^/]+([^?#]*)/.exec(address)?.[1] ?? '/'
}

/** Answers GET /analytics by reading every occurrence again for each number. */
export function recount(
  counted: readonly Occurrence[],
  question: Question,
  timezone: string,
  now: number,
): Analytics {
  const length = Number(question.range.replace('d', ''))
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone })
  const dayOf = (at: number) => calendar.format(at)
  const daysBack = (count: number) =>
    new Date(Date.parse(dayOf(now)) - count * dayMs).toISOString().slice(0, 10)
  const days = Array.from({ length }, (_, index) => daysBack(length - 1 - index))
  const previousDays = Array.from({ length }, (_, index) => daysBack(2 * length - 1 - index))
  const matching = counted.filter(
    ({ page, source, device }) =>
      (question.page === undefined || question.page === page) &&
      (question.source === undefined || question.source === source) &&
      (question.device === undefined || question.device === device),
  )
  const byDay = new Map<string, Occurrence[]>()
  for (const one of matching) byDay.set(dayOf(one.at), [...(byDay.get(dayOf(one.at)) ?? []), one])
  const within = (some: readonly string[]) => some.flatMap((day) => byDay.get(day) ?? [])
  const current = within(days)
  const count = (some: readonly Occurrence[], what: Occurrence['what']) =>
    some.filter((one) => one.what === what).length
  const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

  const metric = (name: string, some: readonly Occurrence[]) =>
    name === 'conversion_rate'
      ? ratio(count(some, 'meetings'), count(some, 'visitors'))
      : count(some, name as Counter)
  const metrics = ['visitors', 'conversations', 'leads', 'meetings', 'conversion_rate'] as const
  const counters = (some: readonly Occurrence[]) => ({
    visitors: count(some, 'visitors'),
    openings_seen: count(some, 'openings_seen'),
    chats_opened: count(some, 'chats_opened'),
    conversations: count(some, 'conversations'),
    leads: count(some, 'leads'),
    meetings: count(some, 'meetings'),
  })
  const grouped = (by: 'page' | 'source' | 'device') =>
    [...new Set(current.filter(({ what }) => what !== 'grade').map((one) => one[by]))]
      .map((label) => ({ label, some: current.filter((one) => one[by] === label) }))
      .sort(
        (left, right) =>
          count(right.some, 'visitors') - count(left.some, 'visitors') ||
          (left.label < right.label ? -1 : 1),
      )
  const stages = [
    ['visitors', 'Visitors', 'visitors'],
    ['opening_seen', 'Saw the opening', 'openings_seen'],
    ['chat_opened', 'Opened the chat', 'chats_opened'],
    ['conversation', 'Had a conversation', 'conversations'],
    ['lead', 'Became a lead', 'leads'],
    ['meeting', 'Booked a meeting', 'meetings'],
  ] as const
  const reached = stages.map(([stage, label, what]) => ({
    stage,
    label,
    visitors: count(current, what),
  }))
  const drops = reached.slice(1).map(({ stage, visitors }, index) => {
    const before = reached[index] ?? { stage, visitors }
    const lost = before.visitors - visitors
    return { from: before.stage, to: stage, lost, rate: ratio(lost, before.visitors) }
  })
  const most = Math.max(0, ...drops.map(({ lost }) => lost))
  const grades = current.flatMap(({ evaluation }) => evaluation ?? [])
  const labels = (key: 'intent' | 'buying_stage' | 'failure_category') => {
    const named = grades.flatMap((grade) => grade[key] ?? [])
    return [...new Set(named)]
      .map((label) => ({ label, count: named.filter((one) => one === label).length }))
      .sort((left, right) => right.count - left.count || (left.label < right.label ? -1 : 1))
  }
  const average = (read: (grade: Evaluation) => number) =>
    grades.length === 0
      ? null
      : grades.map(read).reduce((sum, value) => sum + value, 0) / grades.length
  const visitors = current.filter(({ what }) => what === 'visitors')
  const returning = visitors.filter((one) => one.returning).length

  return {
    object: 'analytics',
    range: question.range,
    filters: {
      page: question.page ?? null,
      source: question.source ?? null,
      device: question.device ?? null,
    },
    window: {
      from: firstMoment(days[0] ?? '', dayOf),
      to: new Date(now).toISOString(),
      previous_from: firstMoment(previousDays[0] ?? '', dayOf),
    },
    headline: metrics.map((name) => ({
      metric: name,
      value: metric(name, current),
      previous: metric(name, within(previousDays)),
      series: days.map((day) => ({ day, value: metric(name, within([day])) })),
    })),
    funnel: reached.map((stage, index) => ({
      ...stage,
      rate_from_previous:
        index === 0 ? null : ratio(stage.visitors, reached[index - 1]?.visitors ?? 0),
    })),
    biggest_drop: most === 0 ? null : (drops.find(({ lost }) => lost === most) ?? null),
    by_day: days.map((day) => {
      const { leads, meetings, visitors } = counters(within([day]))
      return { day, visitors, leads, meetings }
    }),
    pages: grouped('page').map(({ label, some }) => ({ label, ...counters(some) })),
    sources: grouped('source').map(({ label, some }) => ({
      label,
      ...counters(some),
      ai_assistant: some.some(({ ai }) => ai),
    })),
    devices: grouped('device')
      .map(({ label, some }) => ({ label, count: count(some, 'visitors') }))
      .filter((one) => one.count > 0),
    returning: [
      { label: 'new', count: visitors.length - returning },
      { label: 'returning', count: returning },
    ],
    intents: labels('intent'),
    buying_stages: labels('buying_stage'),
    failures: labels('failure_category'),
    conversation_quality: {
      graded: grades.length,
      understood_rate: average(({ understood }) => Number(understood)),
      average_qualification: average((grade) => grade.qualification_score),
      average_meeting_intent: average((grade) => grade.meeting_intent),
      needs_review: grades.filter((grade) => !grade.understood || grade.failure_category !== null)
        .length,
    },
  }
}

/** The first moment of a day, found with steps of hours, minutes, seconds and milliseconds. */
function firstMoment(day: string, dayOf: (at: number) => string): string {
  let at = Date.parse(day) - 16 * 3_600_000
  for (const stepMs of [3_600_000, 60_000, 1_000, 1]) {
    while (dayOf(at + stepMs) < day) at += stepMs
  }
  return new Date(at + 1).toISOString()
}
