import { expect, test } from 'vitest'
import { openWorkspace } from './support/open-workspace.ts'
import {
  collectEvidence,
  create,
  proposal,
  propose,
  read,
  transition,
} from './support/opening-test.ts'
import { expectNotFound, expectUnprocessable } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { Experiment } from './support/wire-site.ts'

const server = await startServer()

type TestWorkspace = Awaited<ReturnType<typeof openWorkspace>>

/** Brings a new opening test to each status. */
const reach: Readonly<Record<string, (workspace: TestWorkspace, id: string) => Promise<unknown>>> =
  {
    draft: async () => {},
    ready: ({ api }, id) => propose(api, id),
    async running({ api }, id) {
      await propose(api, id)
      await transition(api, id, 'start')
    },
    async paused(workspace, id) {
      await reach.running?.(workspace, id)
      await transition(workspace.api, id, 'pause')
    },
    async winner_found(workspace, id) {
      await reach.running?.(workspace, id)
      await collectEvidence(workspace, await read(workspace.api, id))
    },
    async applied(workspace, id) {
      await reach.winner_found?.(workspace, id)
      await transition(workspace.api, id, 'apply_winner')
    },
    async stopped(workspace, id) {
      await reach.ready?.(workspace, id)
      await transition(workspace.api, id, 'stop')
    },
    async failed(workspace, id) {
      await reach.running?.(workspace, id)
      await workspace.site.record.experiments.fail(id, { reason: 'The page is gone.' })
    },
    async invalidated(workspace, id) {
      await reach.running?.(workspace, id)
      await workspace.site.record.experiments.invalidate(id, { reason: 'The page was rewritten.' })
    },
  }

/** The transitions of docs/api.md#opening-test-states. Every other one is refused. */
const allowed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  draft: { variants: 'ready' },
  ready: { variants: 'ready', start: 'running', stop: 'stopped' },
  running: { variants: 'running', pause: 'paused', stop: 'stopped' },
  paused: { variants: 'paused', resume: 'running', stop: 'stopped' },
  winner_found: { apply_winner: 'applied', promote: 'applied', stop: 'stopped' },
}

const steps = ['variants', 'start', 'pause', 'resume', 'stop', 'apply_winner', 'promote']

function bodyOf(step: string, variants: readonly { readonly id: string }[]) {
  if (step === 'variants') return proposal
  return step === 'promote' ? { variant: (variants[1] ?? variants[0])?.id } : undefined
}

// docs/api.md#opening-test-states
test('an opening test allows only the documented transitions of its status', async () => {
  let accepted = 0
  let refused = 0
  for (const [status, bring] of Object.entries(reach)) {
    const workspace = await openWorkspace(server)
    const { api } = workspace
    const createInStatus = async () => {
      const { id } = await create(api)
      await bring(workspace, id)
      const experiment = await read(api, id)
      expect(experiment.status).toBe(status)
      return experiment
    }
    const unchanged = await createInStatus()
    for (const step of steps) {
      const next = allowed[status]?.[step]
      const experiment = next === undefined ? unchanged : await createInStatus()
      const path = `/experiments/${experiment.id}/${step}`
      const answer = await api.post<Experiment>(path, bodyOf(step, experiment.variants))
      if (next === undefined) {
        expectUnprocessable(answer)
        refused += 1
      } else {
        expect([answer.status, answer.body.status], `${status}: ${step}`).toEqual([200, next])
        accepted += 1
      }
    }
    expect(await read(api, unchanged.id)).toEqual(unchanged)
  }
  expect([accepted, refused]).toEqual([13, 9 * 7 - 13])
})

test('a transition of an unknown opening test is not found', async () => {
  for (const step of steps) {
    const body = bodyOf(step, [{ id: 'var_unknown' }])
    expectNotFound(await server.api.post(`/experiments/exp_unknown/${step}`, body))
  }
  expect(steps).toHaveLength(7)
})
