import {
  type DocumentData,
  documents,
  documentTexts,
  toDocument,
} from '../collections/knowledge-document.ts'
import type { Context } from '../commit/request-context.ts'
import { notFound } from '../errors/failure.ts'
import { countCharacters } from '../knowledge/count-characters.ts'
import { cutPassages, type PassageText } from '../knowledge/cut-passages.ts'
import { sectionsOfText } from '../knowledge/document-sections.ts'
import { addPassages, dropPassages, type PassageSource } from '../knowledge/store-passages.ts'
import { changedAt } from '../values/changed-at.ts'
import { deletion } from './delete-object.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'
import { page } from './list-page.ts'

const kind = 'knowledge document'
const find = finder(documents, kind)

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
          documentTexts.insert(id, { workspace }, { content: body.content }),
          ...addPassages(passageSource(context, id, body.name), passages),
          ...(context.embeddings?.dueOps(workspace, id, at) ?? []),
        ],
        reply: toDocument({ id, columns, data }, body.content),
      }
    })
  },

  list: ({ query }, context) =>
    page(context, {
      collection: documents,
      index: 'knowledge_documents_created',
      query,
      toItem: (row) => toDocument(row),
    }),

  async get({ id }, context) {
    for (;;) {
      const { row, content } = await findWithContent(context, id)
      // If the document changed after its row was read, its text may be newer than its name and length.
      if ((await find(context, id)).rev === row.rev) return toDocument(row, content)
    }
  },

  update({ id, body }, context) {
    return context.write(async (at) => {
      const { row, text, content: current } = await findWithContent(context, id)
      const name = body.name ?? row.data.name
      const content = body.content ?? current
      const passages = cutPassages(sectionsOfText(content))
      const set = { updated_at: changedAt(row.columns, at) }
      const data = describe(name, content, passages)
      return {
        ops: [
          documents.edit(row, { set, data }),
          text
            ? documentTexts.edit(text, { data: { content } })
            : documentTexts.insert(id, { workspace: context.workspace.id }, { content }),
          ...(await dropPassages(context, context.workspace.id, id, at)),
          ...addPassages(passageSource(context, id, name), passages),
        ],
        reply: toDocument({ id, columns: { ...row.columns, ...set }, data }, content),
      }
    })
  },

  delete: deletion('knowledge_document', documents, find, async (context, { id, data }) => [
    ...(data.content === undefined ? [documentTexts.remove(context.workspace.id, id)] : []),
    ...(await dropPassages(context, context.workspace.id, id, context.clock.now())),
  ]),
}

/** Reads a document, and then its text, which may be newer than the document. */
async function findWithContent(context: Context, id: string) {
  const row = await find(context, id)
  const { content } = row.data
  // An earlier version of the kit stored this document.
  if (content !== undefined) return { row, text: null, content }
  const text = await documentTexts.get(context.store, context.workspace.id, id)
  if (!text) throw notFound(kind)
  return { row, text, content: text.data.content }
}

function describe(name: string, content: string, passages: readonly PassageText[]): DocumentData {
  return { name, characters: countCharacters(content), chunks: passages.length }
}

function passageSource(context: Context, source: string, title: string): PassageSource {
  return { workspace: context.workspace.id, source, edition: context.requestId, title, url: null }
}
