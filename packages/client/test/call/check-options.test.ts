import { expect, test } from 'vitest'
import { checkOptions } from '../../src/call/check-options.ts'
import { DoorkitError } from '../../src/index.ts'

test.each([
  ['Authorization', 'set the option apiKey'],
  ['Content-Length', 'the transport sets it'],
  ['Idempotency-Key', 'set the option idempotencyKey'],
  ['Service-Version', 'set the option version'],
  ['Transfer-Encoding', 'the transport sets it'],
])('the header %s is refused, and the error says: %s', (name, instruction) => {
  const message = `Leave out the header "${name.toLowerCase()}": ${instruction}`
  const check = () => checkOptions({ headers: { [name]: 'secret' } })
  expect(check).toThrow(DoorkitError)
  expect(check).toThrow(expect.objectContaining({ code: 'invalid_option', message }))
})

test('a time may be as long as the longest timer', () => {
  for (const name of ['timeout', 'deadline', 'idleTimeout']) {
    expect(() => checkOptions({ [name]: 2_147_483_647 })).not.toThrow()
    expect(() => checkOptions({ [name]: 2_147_483_648 })).toThrow(`${name} must be 1 to`)
    expect(() => checkOptions({ [name]: 0 })).toThrow(`${name} must be 1 to`)
  }
})
