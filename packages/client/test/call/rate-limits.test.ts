import { expect, test } from 'vitest'
import { failureOf } from '../support/failure-of.ts'
import { budget, clientOf, json, refusal, startServer } from '../support/scripted-server.ts'

test('rateLimits has the budgets of the last answers, with a separate budget of heavy requests', async () => {
  const server = await startServer(
    json({}, 200, budget(1, 30)),
    json({}, 200, budget(9, 60, 10)),
    refusal(404, 'not_found'),
    refusal(403, 'insufficient_scope', budget(0, 20)),
  )
  const client = clientOf(server)
  expect(client.rateLimits).toEqual({ standard: undefined, heavy: undefined })
  await client.me.get()
  await client.privacy.export({ email: 'ada@example.com' })
  await failureOf(client.me.get())
  const heavy = { limit: 10, remaining: 9, resetSeconds: 60 }
  expect(client.rateLimits).toEqual({
    standard: { limit: 2, remaining: 1, resetSeconds: 30 },
    heavy,
  })
  await failureOf(client.request({ method: 'GET', path: '/doors' }))
  expect(client.rateLimits).toEqual({
    standard: { limit: 2, remaining: 0, resetSeconds: 20 },
    heavy,
  })
})
