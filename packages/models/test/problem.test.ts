import { describe, expect, test } from 'vitest'
import { errorCodes, errorDocsUrl, errorTable, Problem, problem } from '../src/index.ts'

const detail = 'Say which contact.'
const requestId = 'req_1'

describe('problem', () => {
  test('writes a valid document for every code and status', () => {
    let written = 0
    for (const code of errorCodes) {
      for (const status of errorTable[code].statuses) {
        const document = problem(code, { status, detail, requestId })
        expect(Problem.parse(document)).toEqual({
          type: errorDocsUrl(code),
          title: errorTable[code].title,
          status,
          code,
          detail,
          request_id: requestId,
        })
        written += 1
      }
    }
    expect(written).toBe(19)
  })

  test('has the usual status if none is passed', () => {
    expect(problem('invalid_request', { detail, requestId }).status).toBe(400)
    expect(problem('internal_error', { status: undefined, detail, requestId }).status).toBe(500)
  })

  test('names the invalid input in `param` if there is one, and otherwise has no `param`', () => {
    expect(problem('invalid_request', { detail, requestId, param: 'limit' }).param).toBe('limit')
    expect(problem('invalid_request', { detail, requestId })).not.toHaveProperty('param')
    expect(problem('not_found', { detail, requestId, param: undefined })).not.toHaveProperty(
      'param',
    )
  })
})

describe('the schema of a problem', () => {
  test('accepts codes and fields that are not known yet', () => {
    const document = { ...problem('conflict', { detail, requestId }), code: 'brand_new', more: 1 }
    expect(Problem.safeParse(document).success).toBe(true)
  })

  test.each(['type', 'title', 'status', 'code', 'detail', 'request_id'] as const)(
    'requires %s',
    (field) => {
      const { [field]: _, ...rest } = problem('conflict', { detail, requestId })
      expect(Problem.safeParse(rest).success).toBe(false)
    },
  )
})
