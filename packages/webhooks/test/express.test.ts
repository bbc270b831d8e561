import express from 'express'
import { describe, expect, test } from 'vitest'
import { toExpress } from '../src/express.ts'
import { listen } from './listen.ts'
import {
  answerOf,
  createRecordingRouter,
  deliveryRequest,
  describeReceiver,
  event,
} from './receiver-suite.ts'

describeReceiver('Express', (router, options) =>
  listen(express().post('/webhooks', toExpress(router, options)).use(express.json())),
)

async function answerBehind(configure: (app: express.Express) => unknown) {
  const { router, notes } = createRecordingRouter()
  const app = express()
  configure(app)
  app.post('/webhooks', toExpress(router))
  const server = await listen(app)
  const answer = await answerOf(await server.send(deliveryRequest()))
  await server.stop()
  return { answer, notes }
}

describe('behind a body parser of Express', () => {
  test('that parses JSON, a delivery is refused with parsed_body', async () => {
    const { answer, notes } = await answerBehind((app) => app.use(express.json()))
    expect(answer).toEqual([500, 'parsed_body'])
    expect(notes).toEqual(['parsed_body'])
  })

  test('that parses JSON, a request without a body is an empty delivery', async () => {
    const { router } = createRecordingRouter()
    const server = await listen(express().use(express.json(), toExpress(router)))
    const answer = await answerOf(await server.send({ ...deliveryRequest(), body: '' }))
    await server.stop()
    expect(answer).toEqual([400, 'no_matching_signature'])
  })

  test('that parses JSON but stores the bytes, a delivery is received', async () => {
    const { answer, notes } = await answerBehind((app) =>
      app.use(
        express.json({
          verify: (request, _response, bytes) => Object.assign(request, { rawBody: bytes }),
        }),
      ),
    )
    expect(answer).toEqual([200])
    expect(notes).toEqual([event.id])
  })

  test('that leaves bytes or text, a delivery is received', async () => {
    const rawAnswer = await answerBehind((app) => app.use(express.raw({ type: '*/*' })))
    const text = await answerBehind((app) => app.use(express.text({ type: '*/*' })))
    expect([rawAnswer.answer, text.answer]).toEqual([[200], [200]])
  })

  test('that ignores the content type, a delivery is received', async () => {
    const { answer } = await answerBehind((app) => app.use(express.urlencoded()))
    expect(answer).toEqual([200])
  })
})

test('the JSON parser of other paths is not affected', async () => {
  const { router } = createRecordingRouter()
  const app = express()
  app.post('/webhooks', toExpress(router))
  app.use(express.json())
  app.post('/echo', (request, response) => {
    response.json(request.body)
  })
  const server = await listen(app, '/echo')
  const response = await server.send({
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  })
  expect(await response.json()).toEqual({ a: 1 })
  await server.stop()
})
