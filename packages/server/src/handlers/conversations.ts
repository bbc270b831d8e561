import {
  conversations as records,
  type StoredConversation,
  toConversation,
} from '../collections/conversation.ts'
import { readTranscript } from '../collections/message.ts'
import { equals } from '../collections/record.ts'
import type { Context } from '../http/pipeline/context.ts'
import { finder } from './finder.ts'
import type { Handlers } from './handler.ts'
import { page, since } from './page.ts'

const find = finder(records, 'conversation')

export const conversations: Handlers['conversations'] = {
  list({ query }, context) {
    const workspace = context.workspace.id
    const byChange = query.updated_since !== undefined
    const flag = (key: string, wanted: boolean | undefined) =>
      wanted === undefined ? [] : [equals(key, wanted ? 1 : 0)]
    return page(context, {
      collection: records,
      index: byChange ? 'conversations_updated' : 'conversations_started',
      where: [
        equals('workspace', workspace),
        ...(query.include_test ? [] : [equals('test', 0)]),
        ...flag('has_lead', query.has_lead),
        ...flag('graded', query.graded),
        ...since('updated_at', query.updated_since),
        ...since('started_at', query.created_since),
      ],
      query,
      horizon: { scope: workspace, at: context.clock.now() },
      toItem: (row) => show(context, row, query.expand),
    })
  },

  async get({ id, query }, context) {
    return show(context, await find(context, id), query.expand)
  },
}

async function show(context: Context, row: StoredConversation, expand: 'messages'[] | undefined) {
  return toConversation(row, {
    names: context.may('contacts:read'),
    messages: expand ? await readTranscript(context.store, row.id) : undefined,
  })
}
