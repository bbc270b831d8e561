import { expect } from 'vitest'
import { type ExamplesOf, example } from './example.ts'
import {
  createDraft,
  createReadyExperiment,
  startExperiment,
  winExperiment,
} from './experiment-states.ts'

export const experiments: ExamplesOf<'experiments'> = {
  list: example({
    given: startExperiment,
    async shown({ doorkit, console }) {
      for await (const { name, status } of doorkit.experiments.list()) console.log(name, status)
    },
    proves: ({ printed }) => expect(printed).toEqual(['Pricing page running']),
  }),

  create: example({
    async shown({ doorkit, console }) {
      const test = await doorkit.experiments.create({
        name: 'Pricing page',
        pages: ['/pricing'],
        headline: 'How can we help?',
      })
      console.log(test.id, test.status)
    },
    proves: ({ printed }) => expect(printed[0]).toMatch(/^exp_\w+ draft$/),
  }),

  get: example({
    given: winExperiment,
    async shown({ doorkit, console, experimentId }) {
      const { variants } = await doorkit.experiments.get(experimentId)
      for (const { headline, results } of variants) console.log(headline, results.rate)
    },
    proves({ printed }) {
      expect(printed).toHaveLength(2)
      expect(printed[1]).toMatch(/^Ask us anything 0\.\d+$/)
    },
  }),

  start: example({
    given: createReadyExperiment,
    async shown({ doorkit, console, experimentId }) {
      const { status, started_at } = await doorkit.experiments.start(experimentId)
      console.log(status, started_at)
    },
    proves: ({ printed }) => expect(printed).toEqual(['running 2026-10-12T09:30:00.000Z']),
  }),

  pause: example({
    given: startExperiment,
    async shown({ doorkit, console, experimentId }) {
      const { status } = await doorkit.experiments.pause(experimentId)
      console.log(status)
    },
    proves: ({ printed }) => expect(printed).toEqual(['paused']),
  }),

  resume: example({
    async given(workspace) {
      const running = await startExperiment(workspace)
      await workspace.client.experiments.pause(running.experimentId)
      return running
    },
    async shown({ doorkit, console, experimentId }) {
      const { status } = await doorkit.experiments.resume(experimentId)
      console.log(status)
    },
    proves: ({ printed }) => expect(printed).toEqual(['running']),
  }),

  stop: example({
    given: startExperiment,
    async shown({ doorkit, console, experimentId }) {
      const { status, verdict } = await doorkit.experiments.stop(experimentId)
      console.log(status, verdict)
    },
    proves: ({ printed }) => expect(printed).toEqual(['stopped inconclusive']),
  }),

  proposeVariant: example({
    given: createDraft,
    async shown({ doorkit, console, experimentId }) {
      const { variants } = await doorkit.experiments.proposeVariant(experimentId, {
        headline: 'Ask us anything',
        buttons: [{ label: 'Prices', message: 'What does it cost?' }],
      })
      console.log(variants.length)
    },
    proves: ({ printed }) => expect(printed).toEqual(['2']),
  }),

  promote: example({
    given: winExperiment,
    async shown({ doorkit, console, experimentId, variantId }) {
      const test = await doorkit.experiments.promote(experimentId, { variant: variantId })
      console.log(test.status, test.applied_at)
    },
    async proves({ printed, workspace, experimentId, variantId }) {
      expect(printed).toEqual(['applied 2026-10-12T09:30:00.000Z'])
      const { winner } = await workspace.client.experiments.get(experimentId)
      expect(winner).toBe(variantId)
    },
  }),

  applyWinner: example({
    given: winExperiment,
    async shown({ doorkit, console, experimentId }) {
      const { status, winner } = await doorkit.experiments.applyWinner(experimentId)
      console.log(status, winner)
    },
    proves: ({ printed, variantId }) => expect(printed).toEqual([`applied ${variantId}`]),
  }),
}
