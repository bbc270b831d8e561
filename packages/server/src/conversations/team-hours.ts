import { toTimestamp, type WeeklyHours, weekdays } from '@doorkit/models'
import type { StoredWorkspace } from '../collections/workspace.ts'
import type { TeamHours } from '../ports/agent-turn-tool.ts'
import type { Services } from '../services/services.ts'
import { addDays, type Day, formatDay, localDay, localTime } from '../values/days.ts'

/** When people of a workspace's team answer, as seen at a time (default: now); null if they always do. */
export function teamHours(
  services: Pick<Services, 'teamHours' | 'clock'>,
  { data: { agent, timezone } }: StoredWorkspace,
  at = services.clock.now(),
): TeamHours | null {
  const hours = agent.handoff.hours ?? services.teamHours
  return hours && teamHoursAt(hours, timezone, at)
}

/** How far ahead to search for the next shift. */
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
