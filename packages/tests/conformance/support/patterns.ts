import { expect } from 'vitest'

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Matches any timestamp in an expected value. */
export const aTimestamp: unknown = expect.stringMatching(timestamp)

/** Matches any id with this prefix in an expected value. */
export const anId = (prefix: string): unknown =>
  expect.stringMatching(new RegExp(`^${prefix}\\w+$`))

/** Matches any string in an expected value. */
export const aString: unknown = expect.any(String)

/** Matches any number in an expected value. */
export const aNumber: unknown = expect.any(Number)

/** Matches true or false in an expected value. */
export const aBoolean: unknown = expect.any(Boolean)
