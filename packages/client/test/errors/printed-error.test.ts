import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { describeCall } from '../../src/errors/doorkit-error.ts'
import { ApiError, ConnectionError, type DoorkitError, TimeoutError } from '../../src/index.ts'

const operation = { id: 'contacts.update', method: 'PATCH', path: '/contacts/{id}', heavy: false }
const problem = { code: 'conflict', title: 'Conflict', detail: 'Taken.' }

/** The lines that a console prints above the frames of an error of a call. */
function headerOf(
  error: DoorkitError,
  attempts: Parameters<typeof describeCall>[2],
  call: { ids?: string; client?: string } = {},
) {
  describeCall(error, { operation, ...call, site: {} }, attempts)
  return error.stack?.split('\n').slice(0, 2)
}

test('an error prints the details of its call', () => {
  const error = new ApiError(problem, { status: 409, retryAfterMs: 2_000 })
  const meta = {
    status: 409,
    requestId: 'req_9',
    headers: new Headers(),
    rateLimit: undefined,
    attempts: 1,
    version: undefined,
    idempotencyKey: undefined,
    replayed: false,
  }
  const history = [{ status: 409, durationMs: 5 }]
  const call = { ids: ' ct_1', client: 'acme' }
  expect(headerOf(error, { history, meta, host: 'api.example.com/v1' }, call)).toEqual([
    'ApiError: contacts.update ct_1: Taken. (conflict, req_9, client acme)',
    '  (PATCH api.example.com/v1/contacts/{id}, status 409, retry after 2000 ms, attempts 1)',
  ])
})

test('the message of a refusal is one line, whatever characters the server sent', () => {
  const detail = 'No.\r\n[INFO] all is well\u001b[2J'
  const error = new ApiError({ ...problem, detail }, { status: 409 })
  expect(error.message).toBe('No. [INFO] all is well [2J')
  expect(error.detail).toBe(detail)
  expect(headerOf(error, {})?.[0]).toBe(
    'ApiError: contacts.update: No. [INFO] all is well [2J (conflict)',
  )
})

test('an error prints no placeholder for missing details', () => {
  expect(headerOf(new TimeoutError(5), { history: [] })).toEqual([
    'TimeoutError: contacts.update: No complete answer came within 5 ms. Raise `timeout`. (attempt_timeout)',
    '  (PATCH /contacts/{id})',
  ])
})

test('a stack begins with the name of the class', () => {
  expect(new TimeoutError(5).stack).toMatch(/^TimeoutError: No complete answer/)
})

describe('a console', () => {
  const causeChain = (...messages: string[]) =>
    messages.reduceRight<Error | undefined>(
      (cause, message) => new Error(message, { cause }),
      undefined,
    )

  test('shows the first three causes, each up to 200 characters', () => {
    const printedError = inspect(new ConnectionError(causeChain('a'.repeat(300), 'b', 'c', 'd')))
    expect(printedError.split('\n').filter((line) => line.includes('caused by'))).toEqual([
      `  caused by Error: ${'a'.repeat(193)}`,
      '  caused by Error: b',
      '  caused by Error: c',
    ])
  })

  test('shows the members with showHidden', () => {
    const error = new ConnectionError(causeChain('refused'))
    expect(inspect(error)).not.toContain('retryable')
    expect(inspect(error, { showHidden: true })).toContain('retryable: true')
  })

  test('that passes no inspect function shows the stack', () => {
    const error = new TimeoutError(5)
    const print = error[Symbol.for('nodejs.util.inspect.custom') as never] as typeof inspect
    expect(print.call(error, 0)).toBe(error.stack)
    expect(print.call(error, 0, { showHidden: true })).toBe(error.stack)
  })
})
