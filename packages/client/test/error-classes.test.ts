import { describe, expect, test } from 'vitest'
import {
  AbortedError,
  ApiError,
  ConnectionError,
  DeadlineError,
  DoorkitError,
  PaginationError,
  ResponseError,
  TimeoutError,
} from '../src/index.ts'

const problem = { code: 'not_found', title: 'Not found', detail: 'No such contact.' }

const errors: [string, DoorkitError, string][] = [
  ['AbortedError', new AbortedError(AbortSignal.abort()), 'aborted'],
  ['ApiError', new ApiError(problem, { status: 404 }), 'not_found'],
  ['ConnectionError', new ConnectionError(undefined), 'connection_failed'],
  ['DeadlineError', new DeadlineError(90_000), 'deadline_exceeded'],
  ['PaginationError', new PaginationError('cursor_missing'), 'cursor_missing'],
  [
    'ResponseError',
    new ResponseError('response_truncated', 'Cut off', { status: 200, body: '' }),
    'response_truncated',
  ],
  ['TimeoutError', new TimeoutError(30_000), 'attempt_timeout'],
]

const classes = [
  AbortedError,
  ApiError,
  ConnectionError,
  DeadlineError,
  PaginationError,
  ResponseError,
  TimeoutError,
]

describe.each(errors)('%s', (name, error, code) => {
  test('has its name and its code, in logs too', () => {
    expect(error).toMatchObject({ name, code })
    expect(error.toJSON()).toMatchObject({ name, code, message: error.message })
  })

  test('is of its class and of the base, and of no other', () => {
    expect(error).toBeInstanceOf(DoorkitError)
    expect(classes.filter((each) => error instanceof each).map((each) => each.name)).toEqual([name])
  })
})

test('a list that cannot go on says why', () => {
  expect(new PaginationError('cursor_missing').message).toMatch(/no next_cursor/)
  expect(new PaginationError('cursor_repeated').message).toMatch(/same next_cursor/)
})

test('what ran out of time may be called again', () => {
  expect(new TimeoutError(30_000).retryable).toBe(true)
  expect(new DeadlineError(90_000).retryable).toBe(true)
  expect(new AbortedError(AbortSignal.abort()).retryable).toBe(false)
})

test('another copy of the package knows an error by the mark that all copies share', () => {
  const mark = Symbol.for('@doorkit/client/error')
  expect({ [mark]: 'TimeoutError' }).toBeInstanceOf(TimeoutError)
  expect(Reflect.get(new TimeoutError(30_000), mark)).toBe('TimeoutError')
})
