import { dayMs } from './day-ms.ts'

/** A calendar day as a number that sorts: 20261012. */
export type Day = number

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day that a moment falls on in a time zone. */
export function localDay(at: number, timezone: string): Day {
  // The calendars take 8 MB and 30 ms to load, and UTC needs none of them.
  if (timezone === 'UTC') return utcDay(at)
  let format = formats.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(timezone, format)
  }
  return Number(format.format(at).replace(/\D/g, ''))
}

/** The day `count` days later, or earlier when it is negative. */
export function addDays(day: Day, count: number): Day {
  return utcDay(midnightOf(day) + count * dayMs)
}

function utcDay(at: number): Day {
  return Number(new Date(at).toISOString().slice(0, 10).replaceAll('-', ''))
}

/** The first moment of a day in UTC. */
function midnightOf(day: Day): number {
  return Date.parse(formatDay(day))
}

/** Writes a day as the wire does: `2026-10-12`. */
export function formatDay(day: Day): string {
  const text = String(day)
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}

// No zone is further from UTC than this.
const farthestOffsetMs = 15 * 3_600_000

/**
 * The first moment of a day in a time zone. Found by search, because a day does not always begin
 * at midnight: in some zones the clock is put forward just then. A day that a zone left out begins
 * with the next one. Until 2011 two zones put the clock back a minute after midnight, into the day
 * before: there it is the moment from which the day lasts.
 */
export function startOfDay(day: Day, timezone: string): number {
  const midnight = midnightOf(day)
  let before = midnight - farthestOffsetMs
  let within = midnight + farthestOffsetMs
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (localDay(middle, timezone) >= day) within = middle
    else before = middle
  }
  return within
}
