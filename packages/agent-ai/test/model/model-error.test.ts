import { expect, test } from 'vitest'
import { toModelError } from '../../src/model-error.ts'

const refusedWith = (statusCode: number) =>
  toModelError(Object.assign(new Error('The prompt is too long.'), { statusCode }))

test('if the provider refuses a request as invalid, the advice is to read its message, and not "Try again"', () => {
  for (const status of [400, 413, 422]) {
    const { message, cause } = refusedWith(status)
    expect(message).not.toContain('Try again')
    expect(message).toContain('Read the message of the provider')
    expect(cause).toMatchObject({ message: 'The prompt is too long.' })
  }
})

test('for a failure of the provider, the advice is to try again', () => {
  for (const status of [408, 500, 503]) expect(refusedWith(status).message).toContain('Try again')
})
