import { expect, test } from 'vitest'
import { isUnreachable, toPostgresError } from '../src/postgres-error.ts'

test('a node that the coordinator of Citus lost is unreachable, and another internal error is a fault', () => {
  const refusal = (message: string) => Object.assign(new Error(message), { code: 'XX000' })
  const lost = refusal('failure on connection marked as essential: 10.0.0.2:5432')
  expect(toPostgresError(lost).code).toBe('unavailable')
  expect(toPostgresError(refusal('cache lookup failed for relation 1')).code).toBe('fault')
})

test('an error says how the connection failed, and which permission a role lacks', () => {
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect(toPostgresError(refused)).toMatchObject({
    code: 'unavailable',
    message: 'PostgreSQL: ECONNREFUSED',
  })
  const denied = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
  expect(toPostgresError(denied).message).toBe(
    'PostgreSQL: permission denied for schema public. Grant the permission to this role; to create tables, run doorkit migrate as a role that may create them.',
  )
})

test.each(['EPIPE', 'ECONNRESET', '08006', '57P01', '25006', '53300', undefined])(
  'an error with the code %s means an unreachable database',
  (code) => {
    expect(isUnreachable(Object.assign(new Error('gone'), { code }))).toBe(true)
    expect(toPostgresError(Object.assign(new Error('gone'), { code })).code).toBe('unavailable')
  },
)
