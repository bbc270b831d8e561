import * as z from 'zod'

/** The days of a week, from Monday on. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

const time = (pattern: RegExp, last: string) =>
  z.string().regex(pattern, `Write a time from 00:00 to ${last}, such as 09:30.`)

const shift = {
  days: z.array(z.enum(weekdays)).min(1).max(7),
  opens: time(/^(?:[01]\d|2[0-3]):[0-5]\d$/, '23:59').meta({
    description: 'A local time: `09:00`.',
  }),
  closes: time(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, '24:00').meta({
    description: 'A later time of the same day, up to `24:00`.',
  }),
}

const hours = {
  timezone: z
    .string()
    .max(64)
    .refine(
      isTimezone,
      'A time zone is an IANA name, such as Europe/Berlin, or an offset, such as +02:00.',
    )
    .nullable()
    .optional()
    .meta({
      description:
        'An IANA name, or an offset such as `+02:00`. If null or missing, the time zone of the workspace applies.',
    }),
  holidays: z
    .array(z.iso.date())
    .max(400)
    .optional()
    .meta({ description: 'Days on which nobody answers: `2026-12-25`.' }),
}

/** When the people of a team answer: the same every week, except on holidays. */
export const WeeklyHours = z
  .object({ ...hours, shifts: z.array(z.object(shift)) })
  .meta({ id: 'WeeklyHours', extension: true })
export type WeeklyHours = z.infer<typeof WeeklyHours>

const Shift = z.strictObject(shift).refine(({ opens, closes }) => opens < closes, {
  error:
    'A shift must close after it opens, on the same day. Divide a shift that passes midnight into two shifts.',
  path: ['closes'],
})

/** The hours to set for a team. */
export const WeeklyHoursInput = z.strictObject({ ...hours, shifts: z.array(Shift).max(50) })
export type WeeklyHoursInput = z.infer<typeof WeeklyHoursInput>

/** Whether this machine knows a time zone: the IANA name of one, or an offset such as `+02:00`. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
