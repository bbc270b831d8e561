import { describe, expect, test, vi } from 'vitest'
import * as client from '../src/index.ts'

const problem = { code: 'not_found', title: 'Not found', detail: 'No such contact.' }

/** An error of each class of a copy of the package. */
const errorsOf = (copy: typeof client): [string, client.DoorkitError, string][] => [
  ['AbortedError', new copy.AbortedError(AbortSignal.abort()), 'aborted'],
  ['ApiError', new copy.ApiError(problem, { status: 404 }), 'not_found'],
  ['ConnectionError', new copy.ConnectionError(undefined), 'connection_failed'],
  ['DeadlineError', new copy.DeadlineError(90_000), 'deadline_exceeded'],
  ['PaginationError', new copy.PaginationError('cursor_missing'), 'cursor_missing'],
  ['QueueTimeoutError', new copy.QueueTimeoutError(1_000), 'queue_timeout'],
  [
    'ResponseError',
    new copy.ResponseError('response_truncated', 'Cut off', { status: 200, body: '' }),
    'response_truncated',
  ],
  ['TimeoutError', new copy.TimeoutError(30_000), 'attempt_timeout'],
]

const classes = [
  client.AbortedError,
  client.ApiError,
  client.ConnectionError,
  client.DeadlineError,
  client.PaginationError,
  client.QueueTimeoutError,
  client.ResponseError,
  client.TimeoutError,
]

/** The names of the classes that an error is of. */
const classesOf = (error: unknown) =>
  classes.filter((each) => error instanceof each).map((each) => each.name)

describe.each(errorsOf(client))('%s', (name, error, code) => {
  test('has its name and its code, in logs too', () => {
    expect(error).toMatchObject({ name, code })
    expect(error.toJSON()).toMatchObject({ name, code, message: error.message })
  })

  test('is of its class and of the base, and of no other', () => {
    expect(error).toBeInstanceOf(client.DoorkitError)
    expect(classesOf(error)).toEqual([name])
  })
})

test('a list that cannot go on says why', () => {
  expect(new client.PaginationError('cursor_missing').message).toMatch(/no next_cursor/)
  expect(new client.PaginationError('cursor_repeated').message).toMatch(/same next_cursor/)
})

test('what ran out of time may be called again', () => {
  expect(new client.TimeoutError(30_000).retryable).toBe(true)
  expect(new client.DeadlineError(90_000).retryable).toBe(true)
  expect(new client.AbortedError(AbortSignal.abort()).retryable).toBe(false)
})

test('another copy of the package knows an error by the mark that all copies share', () => {
  const mark = Symbol.for('@doorkit/client/error')
  expect({ [mark]: 'TimeoutError' }).toBeInstanceOf(client.TimeoutError)
  expect(Reflect.get(new client.TimeoutError(30_000), mark)).toBe('TimeoutError')
})

test('every class knows the errors of another copy of the package', async () => {
  vi.resetModules()
  const copy = await import('../src/index.ts')
  expect(copy.DoorkitError).not.toBe(client.DoorkitError)
  for (const [name, error] of errorsOf(copy)) {
    expect(error).toMatchObject({ name })
    expect(error).toBeInstanceOf(client.DoorkitError)
    expect(classesOf(error)).toEqual([name])
  }
  expect(new copy.DoorkitError('aborted', 'Over')).toBeInstanceOf(client.DoorkitError)
  expect(new copy.DoorkitError('aborted', 'Over')).toMatchObject({ name: 'DoorkitError' })
})

test('what ran out of time has a cause only where an attempt failed before', () => {
  const before = new client.TimeoutError(30_000)
  for (const Class of [client.DeadlineError, client.QueueTimeoutError]) {
    expect(new Class(90_000)).not.toHaveProperty('cause')
    expect(new Class(90_000, before).cause).toBe(before)
  }
})
