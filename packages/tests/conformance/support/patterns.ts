import { expect } from 'vitest'

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Matches a timestamp in what is expected. */
export const aTimestamp: unknown = expect.stringMatching(timestamp)

/** Matches an id with the prefix in what is expected. */
export const anId = (prefix: string): unknown =>
  expect.stringMatching(new RegExp(`^${prefix}\\w+$`))

/** Matches any text in what is expected. */
export const aString: unknown = expect.any(String)

/** Matches any number in what is expected. */
export const aNumber: unknown = expect.any(Number)

/** Matches true or false in what is expected. */
export const aBoolean: unknown = expect.any(Boolean)
