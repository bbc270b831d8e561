/** When something was made. */
export const created = '2026-11-02T09:30:00.000Z'

/** When it was changed. */
export const changed = '2026-11-02T09:45:12.345Z'
