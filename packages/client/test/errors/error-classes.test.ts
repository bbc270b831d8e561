import { describe, expect, test } from 'vitest'
import * as client from '../../src/index.ts'
import { classesOf, errorsOf } from '../support/errors-of.ts'

describe.each(errorsOf(client))('%s', (name, error, code) => {
  test('has its name and its code, in logs too', () => {
    expect(error).toMatchObject({ name, code })
    expect(error.toJSON()).toMatchObject({ name, code, message: error.message })
  })

  test('is an instance of its class and the base, and of no other', () => {
    expect(error).toBeInstanceOf(client.DoorkitError)
    expect(classesOf(error)).toEqual([name])
  })
})

test('a list that cannot continue says why', () => {
  expect(new client.PaginationError('cursor_missing').message).toMatch(/no next_cursor/)
  expect(new client.PaginationError('cursor_repeated').message).toMatch(/same next_cursor/)
})

test('a call that timed out is retryable', () => {
  expect(new client.TimeoutError(30_000).retryable).toBe(true)
  expect(new client.DeadlineError(90_000).retryable).toBe(true)
  expect(new client.AbortedError(AbortSignal.abort()).retryable).toBe(false)
})

test('another copy of the package recognizes an error by the shared brand', () => {
  const brand = Symbol.for('@doorkit/client/error')
  expect({ [brand]: 'TimeoutError' }).toBeInstanceOf(client.TimeoutError)
  expect(Reflect.get(new client.TimeoutError(30_000), brand)).toBe('TimeoutError')
})

test('an error of the deadline or the queue has a cause only if an attempt failed before', () => {
  const earlierError = new client.TimeoutError(30_000)
  for (const Class of [client.DeadlineError, client.QueueTimeoutError]) {
    expect(new Class(90_000)).not.toHaveProperty('cause')
    expect(new Class(90_000, earlierError).cause).toBe(earlierError)
  }
})
