import { expect } from 'vitest'
import { type ExamplesOf, example } from './example.ts'

export const me: ExamplesOf<'me'> = {
  get: example({
    async shown({ doorkit, console }) {
      const { name, mode, scopes } = await doorkit.me.get()
      console.log(name, mode, scopes.includes('contacts:write'))
    },
    proves: ({ printed }) => expect(printed).toEqual(['Test test true']),
  }),
}
