import {
  type EventType,
  type Person,
  toTimestamp,
  type WeeklyHours,
  weekdays,
} from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { chatSessions, type StoredChatSession } from '../collections/chat-session.ts'
import { type StoredConversation, type TeamData, teamOf } from '../collections/conversation.ts'
import { handoffOps } from '../collections/handoff.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'
import type { TeamHours } from '../ports/agent-turn-tool.ts'
import type { Services } from '../services/services.ts'
import { addDays, type Day, formatDay, localDay, localTime } from '../values/local-days.ts'
import { hasMeeting } from './book-meeting.ts'
import type { Edit } from './change-conversation.ts'
import { changeStatus, chatSessionsOf } from './sessions-of-conversation.ts'

/** A move that changes who answers a conversation. */
export type TeamMove = 'handOff' | 'join' | 'leave' | 'giveBack'

/** The next state for each state and move. A move that is not listed changes nothing or is refused. */
const teamTransitions: Readonly<
  Record<TeamData['state'], { readonly [Move in TeamMove]?: TeamData['state'] }>
> = {
  agent: { handOff: 'waiting', join: 'person' },
  waiting: { join: 'person', giveBack: 'agent' },
  person: { leave: 'agent', giveBack: 'agent' },
}

/** The event of a move. Other moves emit none. */
const eventOfTeamMove: { readonly [Move in TeamMove]?: EventType } = {
  handOff: 'handoff.requested',
  giveBack: 'handoff.unanswered',
}

/** A person cannot join while the agent answers in these chat sessions. */
export class AnswersInProgress extends Error {
  readonly sessions: readonly StoredChatSession[]

  constructor(sessions: readonly StoredChatSession[]) {
    super('An answer of the agent is in progress.')
    this.sessions = sessions
  }
}

function buildMove(
  services: Pick<Services, 'unansweredMs'>,
  row: StoredConversation,
  move: TeamMove,
  sessions: readonly StoredChatSession[],
  at: number,
  { person, isBooked = false }: { person?: Person | undefined; isBooked?: boolean } = {},
): Edit | null {
  const { state: before } = teamOf(row)
  const state = teamTransitions[before][move]
  if (state === undefined) return null
  const isAwaited = state === 'waiting' || (state === 'person' && before === 'waiting')
  const team: TeamData = {
    state,
    since: at,
    person: state === 'person' ? (person ?? null) : null,
    // A person who joins has as much time for their first message as they had for joining.
    unanswered_since: isAwaited ? at : null,
  }
  const type = eventOfTeamMove[move]
  return {
    data: { team },
    ops: [
      ...(move === 'join' ? withoutAnswers(sessions) : []),
      ...handoffOps(services, row, before, team),
      ...(state === 'agent'
        ? changeStatus(sessions, 'handed_off', isBooked ? 'booked' : 'open', at)
        : changeStatus(sessions, 'open', 'handed_off', at)),
    ],
    events: type && [{ type, subject: { kind: 'conversation', id: row.id } }],
  }
}

/**
 * Checks that no answer is in progress, and returns guards that make the commit fail if an answer
 * begins first.
 *
 * @throws AnswersInProgress
 */
function withoutAnswers(sessions: readonly StoredChatSession[]): WriteOp[] {
  const answering = sessions.filter(({ columns }) => columns.turn_token !== null)
  if (answering.length > 0) throw new AnswersInProgress(answering)
  return sessions.map(({ id, rev, columns }) =>
    chatSessions.check(columns.workspace, id, { ifRev: rev }),
  )
}

/**
 * The edit that changes who answers a conversation, and the status of its chat sessions; null if the
 * table of transitions does not allow the move.
 *
 * @param person - the person who joins.
 * @throws AnswersInProgress for a join during an answer.
 */
export async function moveTeam(
  services: Services,
  row: StoredConversation,
  move: TeamMove,
  at: number,
  person?: Person,
): Promise<Edit | null> {
  const { workspace } = row.columns
  const [sessions, isBooked] = await Promise.all([
    chatSessionsOf(services, workspace, row.id),
    hasMeeting(services, workspace, row.id),
  ])
  return buildMove(services, row, move, sessions, at, { person, isBooked })
}

/** Requests a handoff. Returns null while the visitor waits for a person or has one. */
export function handOff(
  services: Services,
  row: StoredConversation,
  sessions: readonly StoredChatSession[],
  reason: string | null,
  at: number,
): Edit | null {
  const edit = buildMove(services, row, 'handOff', sessions, at)
  return edit && { ...edit, data: { ...edit.data, handoff: { requested_at: at, reason } } }
}

/**
 * Whether the agent leaves a conversation to the team: a person has joined, or the visitor waits for one and
 * `answerAfterHandoff` is false. Outside the team's hours, the agent answers every visitor who waits.
 */
export function isAgentSilent(
  services: Pick<Services, 'answerAfterHandoff' | 'teamHours' | 'clock'>,
  workspace: StoredWorkspace,
  conversation: StoredConversation,
): boolean {
  const { state } = teamOf(conversation)
  if (state !== 'waiting' || services.answerAfterHandoff) return state === 'person'
  return teamHours(services, workspace)?.open ?? true
}

/** Whether people of a workspace's team answer at a time (default: now); null if they always do. */
export function teamHours(
  services: Pick<Services, 'teamHours' | 'clock'>,
  { data: { agent, timezone } }: StoredWorkspace,
  at = services.clock.now(),
): TeamHours | null {
  const hours = agent.handoff.hours ?? services.teamHours
  return hours && teamHoursAt(hours, timezone, at)
}

/** How many days to search for the next shift. */
const mostDays = 366

/**
 * Whether the people of a team answer at a time, and when somebody answers next.
 *
 * @param timezone - the zone for hours that name no zone.
 */
export function teamHoursAt(hours: WeeklyHours, timezone: string, now: number): TeamHours {
  const zone = hours.timezone ?? timezone
  const today = localDay(now, zone)
  for (let ahead = 0; ahead <= mostDays; ahead += 1) {
    const day = addDays(today, ahead)
    for (const { opens, closes } of shiftsOn(hours, day)) {
      const from = localTime(day, opens, zone)
      if (from > now) return { open: false, opensAt: toTimestamp(from), timezone: zone }
      if (localTime(day, closes, zone) > now) return { open: true, opensAt: null, timezone: zone }
    }
  }
  return { open: false, opensAt: null, timezone: zone }
}

function shiftsOn({ shifts, holidays = [] }: WeeklyHours, day: Day): WeeklyHours['shifts'] {
  const date = formatDay(day)
  if (holidays.includes(date)) return []
  const weekday = weekdays[(new Date(date).getUTCDay() + 6) % 7]
  return shifts
    .filter(({ days }) => days.some((name) => name === weekday))
    .sort((left, right) => (left.opens < right.opens ? -1 : 1))
}
