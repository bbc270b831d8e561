import { expect } from 'vitest'
import { type ExamplesOf, example } from './example.ts'

export const agent: ExamplesOf<'agent'> = {
  get: example({
    async shown({ doorkit, console }) {
      const { live, tone, language } = await doorkit.agent.get()
      console.log(live ? `answers in a ${tone} tone, in ${language}` : 'is switched off')
    },
    proves: ({ printed }) => expect(printed[0]).toMatch(/^answers in a \w+ tone|is switched off/),
  }),

  update: example({
    async shown({ doorkit, console }) {
      const settings = await doorkit.agent.update({
        tone: 'friendly',
        handoff: { enabled: true, email: 'sales@acme.example' },
      })
      console.log(settings.handoff.email)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['sales@acme.example'])
      expect(await workspace.client.agent.get()).toMatchObject({ tone: 'friendly' })
    },
  }),
}
