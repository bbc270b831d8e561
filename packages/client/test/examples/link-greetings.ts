import { expect } from 'vitest'
import type { TestWorkspace } from '../../src/testing/index.ts'
import { type ExamplesOf, example } from './example.ts'

async function createGreeting({ client }: TestWorkspace) {
  const { id } = await client.linkGreetings.create({ name: 'Spring', text: 'Hi {first|there}!' })
  return { greetingId: id }
}

export const linkGreetings: ExamplesOf<'linkGreetings'> = {
  list: example({
    given: createGreeting,
    async shown({ doorkit, console }) {
      for await (const { name, links } of doorkit.linkGreetings.list()) console.log(name, links)
    },
    proves: ({ printed }) => expect(printed).toEqual(['Spring 0']),
  }),

  create: example({
    async shown({ doorkit, console }) {
      const { id, preview } = await doorkit.linkGreetings.create({
        name: 'Spring',
        text: 'Hi {first|there}, shall we talk about {company|your team}?',
      })
      console.log(id, preview.without_details)
    },
    proves({ printed }) {
      expect(printed[0]).toMatch(/^gr_\w+ Hi there, shall we talk about your team\?$/)
    },
  }),

  get: example({
    given: createGreeting,
    async shown({ doorkit, console, greetingId }) {
      const { preview, results } = await doorkit.linkGreetings.get(greetingId)
      console.log(preview.with_details, results.meetings)
    },
    proves: ({ printed }) => expect(printed[0]).toMatch(/^Hi \w+! 0$/),
  }),

  update: example({
    given: createGreeting,
    async shown({ doorkit, console, greetingId }) {
      const { buttons } = await doorkit.linkGreetings.update(greetingId, {
        buttons: [{ label: 'Book a meeting', message: 'I would like to meet.' }],
      })
      console.log(buttons.length)
    },
    proves: ({ printed }) => expect(printed).toEqual(['1']),
  }),

  delete: example({
    given: createGreeting,
    async shown({ doorkit, console, greetingId }) {
      const { deleted } = await doorkit.linkGreetings.delete(greetingId)
      console.log(deleted)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['true'])
      expect(await workspace.client.linkGreetings.list().first()).toBeUndefined()
    },
  }),
}
