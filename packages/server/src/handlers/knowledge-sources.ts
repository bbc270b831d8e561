import {
  type SourceData,
  sources as storedSources,
  toSource,
} from '../collections/knowledge-source.ts'
import { dropPassages } from '../knowledge/store-passages.ts'
import { deletion } from './delete-object.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'
import { longPage } from './list-page.ts'

const find = finder(storedSources, 'knowledge page')

export const knowledgeSources: Handlers['knowledgeSources'] = {
  async create({ body }, context) {
    await context.checkPageUrl(body.url, context.workspace.id)
    return context.write((at) => {
      const id = context.makeId('knowledgeSource')
      const columns = {
        workspace: context.workspace.id,
        status: 'pending',
        created_at: at,
        due_at: context.clock.now(),
        lease: null,
      } as const
      const data: SourceData = {
        url: body.url,
        section: body.section ?? null,
        title: null,
        error: null,
        characters: 0,
        chunks: 0,
        read_at: null,
        asked: 1,
      }
      return {
        ops: [storedSources.insert(id, columns, data)],
        reply: toSource({ id, columns, data }),
      }
    })
  },

  list: ({ query }, context) =>
    longPage(context, {
      collection: storedSources,
      index: 'knowledge_sources_created',
      query,
      toItem: toSource,
    }),

  get: async ({ id }, context) => toSource(await find(context, id)),

  delete: deletion('knowledge_source', storedSources, find, (context, { id }) =>
    dropPassages(context, context.workspace.id, id, context.clock.now()),
  ),

  refresh({ id }, context) {
    return context.write(async () => {
      const row = await find(context, id)
      const { columns } = row
      // A worker that has the lease notices the new request when it finishes. If that worker has died,
      // another one reads the page after the lease ends.
      const due_at = columns.lease === null ? context.clock.now() : columns.due_at
      const set = { status: 'pending', due_at } as const
      const data = { ...row.data, error: null, asked: row.data.asked + 1 }
      return {
        ops: [storedSources.edit(row, { set, data })],
        reply: toSource({ id, columns: { ...columns, ...set }, data }),
      }
    })
  },
}
