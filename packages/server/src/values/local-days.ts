/** A calendar day as a number that sorts: 20261012. */
export type Day = number

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of a time in a time zone. */
export function localDay(at: number, timezone: string): Day {
  // Loading the calendars takes 8 MB and 30 ms, and UTC does not need them.
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

/** The day `count` days later, or earlier if it is negative. */
export function addDays(day: Day, count: number): Day {
  return utcDay(midnightOf(day) + count * dayMs)
}

export function firstOfMonth(day: Day): Day {
  return day - (day % 100) + 1
}

function utcDay(at: number): Day {
  return parseDay(new Date(at).toISOString().slice(0, 10))
}

/** The first moment of a day in UTC. */
function midnightOf(day: Day): number {
  return Date.parse(formatDay(day))
}

/** Reads a day as the API writes it: `2026-10-12`. */
export function parseDay(text: string): Day {
  return Number(text.replaceAll('-', ''))
}

/** Formats a day as the API does: `2026-10-12`. */
export function formatDay(day: Day): string {
  const text = String(day)
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/**
 * The moment of a local time such as `09:30` on a day in a time zone: the first, if the clock shows the
 * time twice. For a time that the zone skips, it is the moment at which the clock goes forward.
 */
export function localTime(day: Day, time: string, timezone: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wanted = midnightOf(day) + (hours * 60 + minutes) * 60_000
  // The clock may change between these two moments.
  const earlierOffset = offsetAt(wanted - dayMs, timezone)
  const laterOffset = offsetAt(wanted + dayMs, timezone)
  const early = wanted - earlierOffset
  if (offsetAt(early, timezone) === earlierOffset) return early
  const late = wanted - laterOffset
  if (offsetAt(late, timezone) === laterOffset) return late
  return firstMoment(late, early, (at) => offsetAt(at, timezone) === laterOffset)
}

/** How far the clocks of a time zone are ahead of UTC at a time, in milliseconds. */
function offsetAt(at: number, timezone: string): number {
  if (timezone === 'UTC') return 0
  let clock = clocks.get(timezone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(timezone, clock)
  }
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const date = [of('year'), of('month') - 1, of('day')] as const
  const shown = Date.UTC(...date, of('hour'), of('minute'), of('second'))
  return shown - Math.floor(at / 1_000) * 1_000
}

// Since 1900, no zone has been further from UTC than this.
const farthestOffsetMs = 15 * 3_600_000

/**
 * The start of a day in a time zone. It is found by a search, because days do not always begin at
 * midnight: in some zones the clock goes forward at midnight. A day that a zone skipped starts with the
 * next day. Until 2011, some zones put the clock back to the previous day a minute after midnight:
 * there, the day starts when it begins for the second time.
 */
export function startOfDay(day: Day, timezone: string): number {
  const midnight = midnightOf(day)
  return firstMoment(
    midnight - farthestOffsetMs,
    midnight + farthestOffsetMs,
    (at) => localDay(at, timezone) >= day,
  )
}

/**
 * The first moment after `first` at which a condition holds. It must hold at `second`, but not at `first`.
 */
function firstMoment(first: number, second: number, holds: (at: number) => boolean): number {
  let before = first
  let within = second
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (holds(middle)) within = middle
    else before = middle
  }
  return within
}

export const dayMs = 86_400_000

/** The day of a time, in days since the epoch (UTC). */
export function toDayNumber(at: number): number {
  return Math.floor(at / dayMs)
}
