import { expect, test } from 'vitest'
import { type Answer, ok } from './support/api.ts'
import { operations, unknownPath } from './support/operations.ts'
import { expectProblem } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { Contact, List } from './support/wire.ts'

const server = await startServer('--plan', 'origin')
const { api } = server

const rateLimited = { status: 429, code: 'rate_limited' }

const rateOf = ({ headers }: Answer<unknown>) => ({
  limit: Number(headers.get('ratelimit-limit') ?? Number.NaN),
  remaining: Number(headers.get('ratelimit-remaining') ?? Number.NaN),
  reset: Number(headers.get('ratelimit-reset') ?? Number.NaN),
})

// docs/api.md#rate-limits
test('a successful response has the limit, the remaining requests and the seconds to the reset', async () => {
  const keyApi = await server.withScopes('contacts:write')
  const first = rateOf(await keyApi.get('/contacts'))
  expect(first).toMatchObject({ limit: 120, remaining: 119 })
  expect(first.reset).toBeGreaterThan(0)
  expect(first.reset).toBeLessThanOrEqual(60)
  const second = rateOf(await keyApi.post('/contacts', { email: 'rate@example.com' }))
  expect(second).toMatchObject({ limit: 120, remaining: 118 })
  expect(second.reset).toBeLessThanOrEqual(first.reset)
})

test('a refused request with a valid API key has the three rate limit headers too', async () => {
  const keyApi = await server.withScopes('contacts:write')
  const answers = [
    await keyApi.get('/contacts/ct_unknown'),
    await keyApi.get('/contacts?limit=0'),
    await keyApi.get('/events'),
    await keyApi.post('/contacts', '{'),
    await keyApi.get('/nowhere'),
  ]
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(rateOf(answer).limit, answer.text).toBe(120)
    expect(rateOf(answer).remaining, answer.text).toBeGreaterThanOrEqual(0)
    expect(rateOf(answer).reset, answer.text).toBeGreaterThanOrEqual(0)
  }
  expect(answers).toHaveLength(5)
})

test('a request without a valid API key gets no rate limit headers', async () => {
  for (const keyApi of [server.as(null), server.as('dk_live_unknown')]) {
    const { headers } = await keyApi.get('/contacts')
    for (const name of ['limit', 'remaining', 'reset']) {
      expect(headers.has(`ratelimit-${name}`)).toBe(false)
    }
  }
})

test('after the 120 requests of a window, the next one is refused, with the seconds to wait', async () => {
  const keyApi = await server.withScopes('contacts:write')
  const answers = await Promise.all(
    Array.from({ length: 120 }, () => keyApi.get('/contacts?limit=1')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
  expect(answers.map((answer) => rateOf(answer).remaining).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 120 }, (_, index) => index),
  )
  const refused = await keyApi.get('/contacts')
  expectProblem(refused, rateLimited)
  const { limit, remaining, reset } = rateOf(refused)
  expect({ limit, remaining }).toEqual({ limit: 120, remaining: 0 })
  expect(reset).toBeLessThanOrEqual(60)
  const retryAfter = refused.headers.get('retry-after') ?? ''
  expect(retryAfter).toMatch(/^\d+$/)
  expect(Number(retryAfter)).toBeGreaterThan(0)
  expect(Number(retryAfter)).toBeLessThanOrEqual(60)
})

test('a write that the rate limit refuses has no effect', async () => {
  const keyApi = await server.withScopes('contacts:write')
  await Promise.all(Array.from({ length: 120 }, () => keyApi.get('/contacts?limit=1')))
  const refused = await keyApi.post('/contacts', { email: 'refused@example.com' })
  expectProblem(refused, rateLimited)
  const stored = await ok(api.get<List<Contact>>('/contacts?email=refused@example.com'))
  expect(stored.data).toEqual([])
})

test('one API key does not use up the requests of another', async () => {
  const [first, second] = await Promise.all([
    server.withScopes('contacts:read'),
    server.withScopes('contacts:read'),
  ])
  await Promise.all(Array.from({ length: 120 }, () => first.get('/contacts?limit=1')))
  expectProblem(await first.get('/contacts'), rateLimited)
  expect(rateOf(await second.get('/contacts')).remaining).toBe(119)
})

test('heavy requests have their own limit', async () => {
  const keyApi = await server.withScopes('privacy:write', 'contacts:read')
  const requestExport = () => keyApi.post('/privacy/exports', { email: 'nobody@example.com' })
  expect(rateOf(await keyApi.get('/contacts'))).toMatchObject({ limit: 120, remaining: 119 })
  for (let count = 1; count <= 10; count += 1) {
    expect(rateOf(await requestExport())).toMatchObject({ limit: 10, remaining: 10 - count })
  }
  const refused = await requestExport()
  expectProblem(refused, rateLimited)
  expect(rateOf(refused)).toMatchObject({ limit: 10, remaining: 0 })
  expect(rateOf(await keyApi.get('/contacts'))).toMatchObject({ limit: 120, remaining: 118 })
})

test('the six heavy operations count against the heavy limit, all others against the standard limit', async () => {
  const { workspace } = server
  const key = await server.host.keys.create({ workspace, name: 'All', access: 'full_access' })
  const keyApi = server.as(key.secret)
  const left = { heavy: 10, standard: 120 }
  for (const operation of operations) {
    const { cost, method } = operation
    const { limit, remaining } = rateOf(await keyApi.send(method, unknownPath(operation)))
    left[cost] -= 1
    const expected = { limit: cost === 'heavy' ? 10 : 120, remaining: left[cost] }
    expect({ limit, remaining }, `${method} ${operation.path}`).toEqual(expected)
  }
  expect(left).toEqual({ heavy: 4, standard: 120 - (operations.length - 6) })
})

test('the plan of a workspace decides its rate limits', async () => {
  const budgets = {
    origin: [120, 10],
    adapt: [120, 10],
    evolve: [600, 30],
    apex: [1_200, 60],
  } as const
  for (const plan of ['origin', 'adapt', 'evolve', 'apex'] as const) {
    await server.host.workspaces.update(server.test_workspace, { plan })
    const { secret } = await server.host.keys.create({
      workspace: server.test_workspace,
      name: plan,
      access: 'full_access',
    })
    const keyApi = server.as(secret)
    const [standard, heavy] = budgets[plan]
    expect(rateOf(await keyApi.get('/me')).limit, plan).toBe(standard)
    const exported = await keyApi.post('/privacy/exports', { email: 'nobody@example.com' })
    expect(rateOf(exported).limit, plan).toBe(heavy)
  }
  await server.host.workspaces.update(server.test_workspace, { plan: 'origin' })
})

test('within a window, each request uses one of the remaining requests, and the seconds to the reset never increase', async () => {
  const keyApi = await server.withScopes('contacts:read')
  const rates = []
  for (let count = 0; count < 20; count += 1) rates.push(rateOf(await keyApi.get('/contacts')))
  expect(rates.map(({ remaining }) => remaining)).toEqual(
    Array.from({ length: 20 }, (_, index) => 119 - index),
  )
  const resets = rates.map(({ reset }) => reset)
  expect(resets).toEqual([...resets].sort((a, b) => b - a))
})
