import { expect, test } from 'vitest'
import { collectEvidence, create, move, proposal, propose, read } from './support/opening-test.ts'
import { expectNotFound, expectUnprocessable } from './support/problem.ts'
import { startServer } from './support/server.ts'
import { openTenant } from './support/tenant.ts'
import type { Experiment } from './support/wire-site.ts'

const server = await startServer()

type Tenant = Awaited<ReturnType<typeof openTenant>>

/** How a new test comes to each status. */
const ways: Readonly<Record<string, (tenant: Tenant, id: string) => Promise<unknown>>> = {
  draft: async () => {},
  ready: ({ api }, id) => propose(api, id),
  async running({ api }, id) {
    await propose(api, id)
    await move(api, id, 'start')
  },
  async paused(tenant, id) {
    await ways.running?.(tenant, id)
    await move(tenant.api, id, 'pause')
  },
  async winner_found(tenant, id) {
    await ways.running?.(tenant, id)
    await collectEvidence(tenant, await read(tenant.api, id))
  },
  async applied(tenant, id) {
    await ways.winner_found?.(tenant, id)
    await move(tenant.api, id, 'apply_winner')
  },
  async stopped(tenant, id) {
    await ways.ready?.(tenant, id)
    await move(tenant.api, id, 'stop')
  },
  async failed(tenant, id) {
    await ways.running?.(tenant, id)
    await tenant.site.record.experiments.fail(id, { reason: 'The page is gone.' })
  },
  async invalidated(tenant, id) {
    await ways.running?.(tenant, id)
    await tenant.site.record.experiments.invalidate(id, { reason: 'The page was rewritten.' })
  },
}

/** The moves of docs/api.md#opening-test-states; every other one is refused. */
const allowed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  draft: { variants: 'ready' },
  ready: { variants: 'ready', start: 'running', stop: 'stopped' },
  running: { variants: 'running', pause: 'paused', stop: 'stopped' },
  paused: { variants: 'paused', resume: 'running', stop: 'stopped' },
  winner_found: { apply_winner: 'applied', promote: 'applied', stop: 'stopped' },
}

const moves = ['variants', 'start', 'pause', 'resume', 'stop', 'apply_winner', 'promote']

function bodyOf(step: string, variants: readonly { readonly id: string }[]) {
  if (step === 'variants') return proposal
  return step === 'promote' ? { variant: (variants[1] ?? variants[0])?.id } : undefined
}

// docs/api.md#opening-test-states
test('in every status the listed moves are made and all others refused', async () => {
  let made = 0
  let refused = 0
  for (const [status, come] of Object.entries(ways)) {
    const tenant = await openTenant(server)
    const { api } = tenant
    const arrive = async () => {
      const { id } = await create(api)
      await come(tenant, id)
      const experiment = await read(api, id)
      expect(experiment.status).toBe(status)
      return experiment
    }
    const unmoved = await arrive()
    for (const step of moves) {
      const next = allowed[status]?.[step]
      const experiment = next === undefined ? unmoved : await arrive()
      const path = `/experiments/${experiment.id}/${step}`
      const answer = await api.post<Experiment>(path, bodyOf(step, experiment.variants))
      if (next === undefined) {
        expectUnprocessable(answer)
        refused += 1
      } else {
        expect([answer.status, answer.body.status], `${status}: ${step}`).toEqual([200, next])
        made += 1
      }
    }
    expect(await read(api, unmoved.id)).toEqual(unmoved)
  }
  expect([made, refused]).toEqual([13, 9 * 7 - 13])
})

test('a move of a test that is not there is not found', async () => {
  for (const step of moves) {
    const body = bodyOf(step, [{ id: 'var_unknown' }])
    expectNotFound(await server.api.post(`/experiments/exp_unknown/${step}`, body))
  }
  expect(moves).toHaveLength(7)
})
