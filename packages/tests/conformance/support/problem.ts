import { expect } from 'vitest'
import type { Answer } from './api.ts'

/** A problem document. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly param?: string
  readonly request_id: string
}

/** The expected members of a refusal. */
export interface Refusal {
  readonly status: number
  readonly code: string
  /** Not checked if it is left out. */
  readonly param?: string | undefined
}

/** A sentence for people, unlike the messages of a validation library. */
const sentence = /^(?!.*(?:[Ii]nvalid input|expected \w+, received|undefined))[A-Z0-9`].*\.$/s

/** Expects a refusal to be a complete and consistent problem document. */
export function expectProblem(answer: Answer<unknown>, refusal: Refusal): Problem {
  expect({ status: answer.status, ...(answer.body as object) }, answer.text).toMatchObject({
    status: refusal.status,
    code: refusal.code,
    ...(refusal.param === undefined ? {} : { param: refusal.param }),
    title: expect.stringMatching(/\S/),
    detail: expect.stringMatching(sentence),
    request_id: expect.stringMatching(/^req_\w+$/),
  })
  const problem = answer.body as Problem
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/)
  expect(answer.headers.get('x-request-id')).toBe(problem.request_id)
  expect(problem.status).toBe(answer.status)
  expect(() => new URL(problem.type)).not.toThrow()
  expect(problem.type).toContain(problem.code)
  return problem
}

/** Expects a 400 `invalid_request`, which names `param` if it is given. */
export function expectInvalid(answer: Answer<unknown>, param?: string): Problem {
  return expectProblem(answer, { status: 400, code: 'invalid_request', param })
}

/** Expects a 404 `not_found`. */
export function expectNotFound(answer: Answer<unknown>): Problem {
  return expectProblem(answer, { status: 404, code: 'not_found' })
}

/** Expects a 409 `conflict`. */
export function expectConflict(answer: Answer<unknown>): Problem {
  return expectProblem(answer, { status: 409, code: 'conflict' })
}

/** Expects a 422 `unprocessable`. */
export function expectUnprocessable(answer: Answer<unknown>): Problem {
  return expectProblem(answer, { status: 422, code: 'unprocessable' })
}
