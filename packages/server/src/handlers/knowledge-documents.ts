import { type DocumentData, documents, toDocument } from '../collections/knowledge-document.ts'
import type { Context } from '../commit/request-context.ts'
import { countCharacters } from '../knowledge/count-characters.ts'
import { cutPassages, type PassageText } from '../knowledge/cut-passages.ts'
import { sectionsOfText } from '../knowledge/document-sections.ts'
import {
  addPassages,
  dropPassages,
  embedLater,
  type PassageSource,
} from '../knowledge/store-passages.ts'
import { documentRows } from '../limits/bounds.ts'
import { changedAt } from '../values/changed-at.ts'
import { deletion } from './delete-object.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'
import { longPage } from './list-page.ts'

const find = finder(documents, 'knowledge document')

export const knowledgeDocuments: Handlers['knowledgeDocuments'] = {
  create({ body }, context) {
    const workspace = context.workspace.id
    return context.write((at) => {
      const id = context.makeId('knowledgeDocument')
      const columns = { workspace, created_at: at, updated_at: at }
      const passages = cutPassages(sectionsOfText(body.content))
      const data = describe(body.name, body.content, passages)
      return {
        ops: [
          documents.insert(id, columns, data),
          ...addPassages(passageSource(context, id, body.name), passages),
          ...embedLater(context, workspace, id, at),
        ],
        reply: toDocument({ id, columns, data }, { withContent: true }),
      }
    })
  },

  async list({ query }, context) {
    return longPage(context, {
      collection: documents,
      index: 'knowledge_documents_created',
      query,
      rowsAtOnce: documentRows,
      toItem: (row) => toDocument(row, { withContent: false }),
    })
  },

  async get({ id }, context) {
    return toDocument(await find(context, id), { withContent: true })
  },

  update({ id, body }, context) {
    return context.write(async (at) => {
      const row = await find(context, id)
      const name = body.name ?? row.data.name
      const content = body.content ?? row.data.content
      const passages = cutPassages(sectionsOfText(content))
      const set = { updated_at: changedAt(row.columns, at) }
      const data = describe(name, content, passages)
      return {
        ops: [
          documents.edit(row, { set, data }),
          ...(await dropPassages(context.store, context.workspace.id, id)),
          ...addPassages(passageSource(context, id, name), passages),
          ...embedLater(context, context.workspace.id, id, at),
        ],
        reply: toDocument({ id, columns: { ...row.columns, ...set }, data }, { withContent: true }),
      }
    })
  },

  delete: deletion('knowledge_document', documents, find, async (context, { id }) => [
    ...(await dropPassages(context.store, context.workspace.id, id)),
    ...embedLater(context, context.workspace.id, id, context.clock.now()),
  ]),
}

function describe(name: string, content: string, passages: readonly PassageText[]): DocumentData {
  return { name, content, characters: countCharacters(content), chunks: passages.length }
}

function passageSource(context: Context, source: string, title: string): PassageSource {
  return { workspace: context.workspace.id, source, edition: context.requestId, title, url: null }
}
