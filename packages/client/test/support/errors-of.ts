import * as client from '../../src/index.ts'

const problem = { code: 'not_found', title: 'Not found', detail: 'No such contact.' }

/** One error of each class, from one copy of the package. */
export const errorsOf = (copy: typeof client): [string, client.DoorkitError, string][] => [
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

/** The names of the classes that an error is an instance of. */
export const classesOf = (error: unknown) =>
  classes.filter((each) => error instanceof each).map((each) => each.name)
