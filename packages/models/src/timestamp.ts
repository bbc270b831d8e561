import * as z from 'zod'

/** A time on the wire: ISO 8601 in UTC with milliseconds (docs/api.md#timestamps). */
export const Timestamp = z.iso.datetime({ precision: 3 })

/** A time in a filter: an ISO 8601 date and time with a zone, `Z` or an offset. */
export const DateFilter = z.iso.datetime({ offset: true })

/** Writes milliseconds since the epoch as a time on the wire. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
