/** The time at which an object was created. */
export const created = '2026-11-02T09:30:00.000Z'

/** The time at which the object was changed. */
export const changed = '2026-11-02T09:45:12.345Z'
