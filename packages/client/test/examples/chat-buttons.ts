import { expect } from 'vitest'
import type { TestWorkspace } from '../../src/testing/index.ts'
import { type ExamplesOf, example } from './example.ts'

async function createButton({ client }: TestWorkspace) {
  const { id } = await client.chatButtons.create({ label: 'Ask us', message: 'Hello' })
  return { buttonId: id }
}

export const chatButtons: ExamplesOf<'chatButtons'> = {
  list: example({
    given: createButton,
    async shown({ doorkit, console }) {
      for await (const { label, behavior } of doorkit.chatButtons.list()) {
        console.log(label, behavior)
      }
    },
    proves: ({ printed }) => expect(printed).toEqual(['Ask us send']),
  }),

  create: example({
    async shown({ doorkit, console }) {
      const button = await doorkit.chatButtons.create({
        label: 'What does it cost?',
        message: 'I would like to know your prices.',
      })
      console.log(button.id)
    },
    async proves({ printed, workspace }) {
      const { data } = await workspace.client.chatButtons.list()
      expect(data.map(({ id }) => id)).toEqual(printed)
    },
  }),

  get: example({
    given: createButton,
    async shown({ doorkit, console, buttonId }) {
      const { label, message } = await doorkit.chatButtons.get(buttonId)
      console.log(`"${label}" sends "${message}"`)
    },
    proves: ({ printed }) => expect(printed).toEqual(['"Ask us" sends "Hello"']),
  }),

  update: example({
    given: createButton,
    async shown({ doorkit, console, buttonId }) {
      const { colors } = await doorkit.chatButtons.update(buttonId, {
        style: 'custom',
        colors: { background: '#0b6e4f', text: '#ffffff' },
      })
      console.log(colors.background)
    },
    proves: ({ printed }) => expect(printed).toEqual(['#0b6e4f']),
  }),

  delete: example({
    given: createButton,
    async shown({ doorkit, console, buttonId }) {
      const { deleted } = await doorkit.chatButtons.delete(buttonId)
      console.log(deleted)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['true'])
      expect(await workspace.client.chatButtons.list().first()).toBeUndefined()
    },
  }),
}
