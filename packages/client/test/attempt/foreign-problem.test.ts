import { expect, test } from 'vitest'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'

test('members of a problem document that are not strings are ignored', async () => {
  const document = { code: 'door_jammed', title: 5, detail: null, param: ['x'], request_id: 7 }
  const client = clientOver(async () => Response.json(document, { status: 423 }))
  const error = await failureOf(client.contacts.get('ct_1'))
  expect(error).toMatchObject({
    name: 'ApiError',
    code: 'door_jammed',
    title: 'door_jammed',
    detail: expect.any(String),
    problem: document,
  })
  expect(error).not.toHaveProperty('param')
  expect(error).not.toHaveProperty('requestId')
})
