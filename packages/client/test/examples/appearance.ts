import { expect } from 'vitest'
import { type ExamplesOf, example } from './example.ts'

export const appearance: ExamplesOf<'appearance'> = {
  get: example({
    async shown({ doorkit, console }) {
      const { color, position, revision } = await doorkit.appearance.get()
      console.log(`${color}, on the ${position}, revision ${revision}`)
    },
    proves: ({ printed }) => expect(printed[0]).toMatch(/^#\w{6}, on the \w+, revision 1$/),
  }),

  update: example({
    async shown({ doorkit, console }) {
      const { revision } = await doorkit.appearance.get()
      const appearance = await doorkit.appearance.update({ revision, color: '#0b6e4f' })
      console.log(appearance.color, appearance.revision === revision + 1)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['#0b6e4f true'])
      expect(await workspace.client.appearance.get()).toMatchObject({ color: '#0b6e4f' })
    },
  }),
}
