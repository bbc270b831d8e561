import { expect, test } from 'vitest'
import { type PostgresUrlOptions, postgresStore } from '../src/index.ts'

const refusalOf = (options: PostgresUrlOptions) => {
  try {
    postgresStore(options)
    return undefined
  } catch (error) {
    return error
  }
}

test('an exclusive store refuses a single connection, which its lock would keep', () => {
  const url = 'postgres://localhost/shop'
  expect(refusalOf({ url, maxConnections: 1 })).toBeUndefined()
  expect(refusalOf({ url, maxConnections: 2, exclusive: true })).toBeUndefined()
  expect(refusalOf({ url, maxConnections: 1, exclusive: true })).toMatchObject({
    code: 'invalid_query',
    message: 'maxConnections must be an integer of 2 or more.',
  })
})

test('an address whose password is not encoded is refused with advice', () => {
  expect(refusalOf({ url: 'postgres://me:a/b@localhost:5432/shop' })).toMatchObject({
    code: 'invalid_query',
    message: expect.stringContaining('Encode special characters'),
  })
})
