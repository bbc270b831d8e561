import { collection } from './collection.ts'
import { orNull } from './declare-collection.ts'

const calendarBookingColumns = {
  workspace: 'text',
  /** Null if the booking was canceled before the server knew its meeting. */
  meeting: orNull('text'),
  created_at: 'integer',
} as const

/**
 * The bookings that calendars have reported, by a digest of their ids. Each booking becomes at most
 * one meeting, however often it is reported, and in whichever order the reports arrive.
 */
export const calendarBookings = collection<typeof calendarBookingColumns, null>({
  name: 'calendar_bookings',
  columns: calendarBookingColumns,
  indexes: [{ name: 'calendar_bookings_meeting', on: ['workspace', 'meeting'] }],
  retention: 'forever',
  fields: { meeting: { of: 'meetings' } },
  exported: 'no, but its meeting is',
})
