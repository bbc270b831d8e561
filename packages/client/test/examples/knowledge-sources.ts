import { expect } from 'vitest'
import type { TestWorkspace } from '../../src/testing/index.ts'
import { type ExamplesOf, example } from './example.ts'

async function createPricingPage({ client, clock }: TestWorkspace) {
  const { id } = await client.knowledgeSources.create({ url: 'https://acme.example/pricing' })
  await clock.settle()
  return { sourceId: id }
}

export const knowledgeSources: ExamplesOf<'knowledgeSources'> = {
  create: example({
    async shown({ doorkit, console }) {
      const page = await doorkit.knowledgeSources.create({
        url: 'https://acme.example/pricing',
        section: 'Sales',
      })
      console.log(page.id, page.status)
    },
    async proves({ printed, workspace }) {
      expect(printed[0]).toMatch(/^src_\w+ pending$/)
      await workspace.clock.settle()
      expect(await workspace.client.knowledgeSources.list().first()).toMatchObject({
        status: 'ready',
        section: 'Sales',
      })
    },
  }),

  list: example({
    given: createPricingPage,
    async shown({ doorkit, console }) {
      for await (const { url, status, error } of doorkit.knowledgeSources.list()) {
        console.log(url, status, error ?? '')
      }
    },
    proves: ({ printed }) => expect(printed).toEqual(['https://acme.example/pricing ready ']),
  }),

  get: example({
    given: createPricingPage,
    async shown({ doorkit, console, sourceId }) {
      const { status, characters, read_at } = await doorkit.knowledgeSources.get(sourceId)
      console.log(status, characters, read_at)
    },
    proves: ({ printed }) => expect(printed).toEqual(['ready 24 2026-10-12T09:30:00.000Z']),
  }),

  delete: example({
    given: createPricingPage,
    async shown({ doorkit, console, sourceId }) {
      const { deleted } = await doorkit.knowledgeSources.delete(sourceId)
      console.log(deleted)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['true'])
      expect(await workspace.client.knowledgeSources.list().first()).toBeUndefined()
    },
  }),

  refresh: example({
    given: createPricingPage,
    async shown({ doorkit, console, sourceId }) {
      const { status } = await doorkit.knowledgeSources.refresh(sourceId)
      console.log(status)
    },
    proves: ({ printed }) => expect(printed).toEqual(['pending']),
  }),
}
