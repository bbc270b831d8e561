import { expect, test } from 'vitest'
import { checkOptions } from '../../src/call/check-options.ts'
import { DoorkitError } from '../../src/index.ts'

test.each([
  ['Authorization', 'apiKey'],
  ['Content-Length', 'body'],
  ['Idempotency-Key', 'idempotencyKey'],
  ['Service-Version', 'version'],
  ['Transfer-Encoding', 'body'],
])('the header %s is refused, because the option %s sets it', (name, option) => {
  const message = `Set the header "${name.toLowerCase()}" with the option ${option}`
  const check = () => checkOptions({ headers: { [name]: 'secret' } })
  expect(check).toThrow(DoorkitError)
  expect(check).toThrow(expect.objectContaining({ code: 'invalid_option', message }))
})

test('a time is from 1 ms to the longest time of a timer', () => {
  for (const name of ['timeout', 'deadline', 'idleTimeout']) {
    expect(() => checkOptions({ [name]: 2_147_483_647 })).not.toThrow()
    expect(() => checkOptions({ [name]: 2_147_483_648 })).toThrow(`${name} must be 1 to`)
    for (const tooShort of [0, 0.5]) {
      expect(() => checkOptions({ [name]: tooShort })).toThrow(`${name} must be 1 to`)
    }
  }
})
