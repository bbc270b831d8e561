// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.

/** When the people of a team answer: the same every week, except on holidays. */
export interface WeeklyHours {
  /**
   * An IANA name, or an offset such as `+02:00`. If null or missing, the time zone of the workspace
   * applies. At most 64 characters.
   */
  timezone?: string | null | undefined
  /** Days on which nobody answers: `2026-12-25`. At most 400 items. */
  holidays?: string[] | undefined
  shifts: {
    /** 1 to 7 items. */
    days: (
      | 'monday'
      | 'tuesday'
      | 'wednesday'
      | 'thursday'
      | 'friday'
      | 'saturday'
      | 'sunday'
      | (string & {})
    )[]
    /** A local time: `09:00`. */
    opens: string
    /** A later time of the same day, up to `24:00`. */
    closes: string
  }[]
}
