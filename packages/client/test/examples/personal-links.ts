import { expect } from 'vitest'
import type { TestWorkspace } from '../../src/testing/index.ts'
import { type ExamplesOf, example } from './example.ts'

async function createLink({ client }: TestWorkspace) {
  const greeting = await client.linkGreetings.create({ name: 'Spring', text: 'Hi {first|there}!' })
  const { id } = await client.personalLinks.create({
    name: 'Newsletter',
    page: '/pricing',
    greeting: greeting.id,
  })
  return { linkId: id, greetingId: greeting.id }
}

export const personalLinks: ExamplesOf<'personalLinks'> = {
  list: example({
    given: createLink,
    async shown({ doorkit, console }) {
      for await (const { name, results } of doorkit.personalLinks.list()) {
        console.log(name, results.visits, results.meetings)
      }
    },
    proves: ({ printed }) => expect(printed).toEqual(['Newsletter 0 0']),
  }),

  create: example({
    given: createLink,
    async shown({ doorkit, console, greetingId }) {
      const link = await doorkit.personalLinks.create({
        name: 'Spring campaign',
        page: '/pricing',
        greeting: greetingId,
      })
      console.log(link.status, link.url)
    },
    proves: ({ printed }) => expect(printed[0]).toMatch(/^active https:\/\/acme\.example\/pricing/),
  }),

  get: example({
    given: createLink,
    async shown({ doorkit, console, linkId }) {
      const { name, templates } = await doorkit.personalLinks.get(linkId)
      console.log(name, templates?.hubspot)
    },
    proves: ({ printed }) =>
      expect(printed[0]).toMatch(/^Newsletter https:\/\/.*contact\.firstname/),
  }),

  update: example({
    given: createLink,
    async shown({ doorkit, console, linkId }) {
      const { page, url } = await doorkit.personalLinks.update(linkId, { page: '/demo' })
      console.log(page, url)
    },
    proves: ({ printed }) => expect(printed[0]).toMatch(/^\/demo https:\/\/acme\.example\/demo/),
  }),

  delete: example({
    given: createLink,
    async shown({ doorkit, console, linkId }) {
      const { deleted } = await doorkit.personalLinks.delete(linkId)
      console.log(deleted)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['true'])
      expect(await workspace.client.personalLinks.list().first()).toBeUndefined()
    },
  }),

  buildUrl: example({
    given: createLink,
    async shown({ doorkit, console, linkId }) {
      const { url } = await doorkit.personalLinks.buildUrl(linkId, {
        email: 'ada@example.com',
        first_name: 'Ada',
      })
      console.log(url)
    },
    proves: ({ printed }) => expect(printed[0]).toMatch(/^https:\/\/acme\.example\/pricing\?/),
  }),
}
