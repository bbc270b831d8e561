import { expect } from 'vitest'
import type { TestWorkspace } from '../../src/testing/index.ts'
import { type ExamplesOf, example } from './example.ts'

async function createPrices({ client }: TestWorkspace) {
  const { id } = await client.knowledgeDocuments.create({
    name: 'Prices',
    content: 'The door costs 10 euros.',
  })
  return { documentId: id }
}

export const knowledgeDocuments: ExamplesOf<'knowledgeDocuments'> = {
  create: example({
    async shown({ doorkit, console }) {
      const document = await doorkit.knowledgeDocuments.create({
        name: 'Prices',
        content: 'The door costs 10 euros.',
      })
      console.log(document.id, document.characters)
    },
    proves: ({ printed }) => expect(printed[0]).toMatch(/^doc_\w+ 24$/),
  }),

  list: example({
    given: createPrices,
    async shown({ doorkit, console }) {
      for await (const { name, characters } of doorkit.knowledgeDocuments.list()) {
        console.log(name, characters)
      }
    },
    proves: ({ printed }) => expect(printed).toEqual(['Prices 24']),
  }),

  get: example({
    given: createPrices,
    async shown({ doorkit, console, documentId }) {
      const { content } = await doorkit.knowledgeDocuments.get(documentId)
      console.log(content)
    },
    proves: ({ printed }) => expect(printed).toEqual(['The door costs 10 euros.']),
  }),

  update: example({
    given: createPrices,
    async shown({ doorkit, console, documentId }) {
      const { name, characters } = await doorkit.knowledgeDocuments.update(documentId, {
        content: 'The door costs 12 euros, handle included.',
      })
      console.log(name, characters)
    },
    proves: ({ printed }) => expect(printed).toEqual(['Prices 41']),
  }),

  delete: example({
    given: createPrices,
    async shown({ doorkit, console, documentId }) {
      const { deleted } = await doorkit.knowledgeDocuments.delete(documentId)
      console.log(deleted)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['true'])
      expect(await workspace.client.knowledgeDocuments.list().first()).toBeUndefined()
    },
  }),
}
