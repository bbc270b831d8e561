import { expect } from 'vitest'
import { type ExamplesOf, example } from './example.ts'

export const workspace: ExamplesOf<'workspace'> = {
  get: example({
    async shown({ doorkit, console }) {
      const { name, plan, limits } = await doorkit.workspace.get()
      console.log(name, plan, limits.requests_per_minute)
    },
    proves: ({ printed }) => expect(printed).toEqual(['Test workspace apex 1200']),
  }),
}
