import { expect, test } from 'vitest'
import { toPostgresError } from '../src/postgres-error.ts'

test('a node that the coordinator of Citus lost is away, another internal error is a fault', () => {
  const refusal = (message: string) => Object.assign(new Error(message), { code: 'XX000' })
  const lost = refusal('failure on connection marked as essential: 10.0.0.2:5432')
  expect(toPostgresError(lost).code).toBe('away')
  expect(toPostgresError(refusal('cache lookup failed for relation 1')).code).toBe('fault')
})
