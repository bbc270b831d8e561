import { expect, test } from 'vitest'
import { DoorkitError, type LogRecord, type Middleware } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'

const lockBody: Middleware = async (request, next) => {
  const response = await next(request)
  response.body?.getReader()
  return response
}

test('an error answer whose body a middleware has locked is judged by its status', async () => {
  const fetch = async () => Response.json({ code: 'not_found' }, { status: 404 })
  const client = clientOver(fetch, { middleware: [lockBody] })
  expect(await failureOf(client.contacts.get('ct_1'))).toMatchObject({
    code: 'response_unexpected',
    status: 404,
    body: '',
    attempts: 1,
  })
})

test('a result whose body a middleware has locked is not reported as a failure of the API', async () => {
  const records: LogRecord[] = []
  const log = (record: LogRecord) => void records.push(record)
  const logger = { debug: log, info: log, warn: log, error: log }
  const fetch = async () => Response.json({ id: 'ct_1' })
  const client = clientOver(fetch, { logger, middleware: [lockBody] })
  const error = await failureOf(client.contacts.get('ct_1'))
  expect(error).toBeInstanceOf(TypeError)
  expect(error).not.toBeInstanceOf(DoorkitError)
  expect(records).toEqual([])
})
