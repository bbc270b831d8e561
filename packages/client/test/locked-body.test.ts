import { expect, test } from 'vitest'
import type { Middleware } from '../src/index.ts'
import { clientOver } from './client-over.ts'
import { failureOf } from './failure-of.ts'

test('a refusal whose body a middleware keeps for itself still counts by its status', async () => {
  const keepsBody: Middleware = async (request, next) => {
    const response = await next(request)
    response.body?.getReader()
    return response
  }
  const fetch = async () => Response.json({ code: 'not_found' }, { status: 404 })
  const client = clientOver(fetch, { middleware: [keepsBody] })
  expect(await failureOf(client.contacts.get('ct_1'))).toMatchObject({
    code: 'response_unexpected',
    status: 404,
    body: '',
    attempts: 1,
  })
})
