import { type Conversation, type List, limits } from '@doorkit/models'
import { flag } from '../collections/collection.ts'
import {
  type StoredConversation,
  conversations as storedConversations,
  toConversation,
} from '../collections/conversation.ts'
import { readLastMessagePages, readTranscriptPages } from '../collections/message.ts'
import { streamedAnswerBytes, transcriptRows } from '../limits/bounds.ts'
import { deleteConversation } from '../privacy/delete-conversation.ts'
import { JsonStream, PagedList } from '../text/json-stream.ts'
import { deleted } from './delete-object.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'
import { page, since } from './list-page.ts'
import { join, leave, send } from './person-actions.ts'

/** How many transcripts of a list are read in parallel, if they are short. */
const transcriptsAtOnce = 5

const find = finder(storedConversations, 'conversation')

export const conversations: Handlers['conversations'] = {
  async list({ query }, context) {
    const byChange = query.updated_since !== undefined
    const found = await page(context, {
      collection: storedConversations,
      index: byChange ? 'conversations_by_change' : 'conversations_by_start',
      where: [
        flag('test', query.include_test ? undefined : false),
        flag('has_lead', query.has_lead),
        flag('graded', query.graded),
        ...since('updated_at', query.updated_since),
        ...since('started_at', query.created_since),
        // A conversation never changes before it starts, so this bound excludes nothing more. It only
        // lets a list in the order of changes end early.
        ...(byChange ? since('updated_at', query.created_since) : []),
      ],
      query,
      isIncremental: true,
      toItem: (row) => row,
    })
    const showsNames = context.may('contacts:read')
    if (!query.expand) {
      return { ...found, data: found.data.map((row) => toConversation(row, { showsNames })) }
    }
    const show = async (row: StoredConversation) => {
      const { store, workspace } = context
      const pages = readLastMessagePages(store, workspace.id, row.id, {
        most: limits.expandedMessages,
        rowsAtOnce: transcriptRows,
      })
      const first = await pages.next()
      const messages = new PagedList(async function* () {
        if (!first.done) yield first.value
        yield* pages
      })
      return toConversation(row, { showsNames, messages })
    }
    // This replaces the memory that was reserved for the rows, which may be more or less.
    await context.reserveMemory(streamedAnswerBytes)
    return new JsonStream<List<Conversation>>({
      ...found,
      data: new PagedList(async function* () {
        for (const group of groupsOfFewMessages(found.data))
          yield await Promise.all(group.map(show))
      }),
    })
  },

  async get({ id, query }, context) {
    const row = await find(context, id)
    const showsNames = context.may('contacts:read')
    if (!query.expand) return toConversation(row, { showsNames })
    const messages = new PagedList(() =>
      readTranscriptPages(context.store, context.workspace.id, row.id, transcriptRows),
    )
    return new JsonStream<Conversation>(toConversation(row, { showsNames, messages }))
  },

  delete({ id }, context) {
    const change = async (at: number) => {
      const ops = await deleteConversation(context, await find(context, id), at)
      return { ops, reply: deleted(id, 'conversation') }
    }
    // The answer says nothing about a person, so an erasure keeps its replay.
    return context.write(change, { personal: false })
  },

  join: ({ id, body: { person } }, context) => join(context, id, person),
  send: ({ id, body }, context) => send(context, id, body),
  leave: ({ id, body: { person } }, context) => leave(context, id, person),
}

/**
 * Groups conversations with few messages; a long conversation is a group of its own. A group stays in
 * memory until the client has read it or has disconnected.
 */
function* groupsOfFewMessages(
  rows: readonly StoredConversation[],
): Generator<StoredConversation[]> {
  let group: StoredConversation[] = []
  let left: number = 2 * transcriptRows
  for (const row of rows) {
    const count = row.data.message_count
    if (group.length === transcriptsAtOnce || (group.length > 0 && count > left)) {
      yield group
      group = []
      left = 2 * transcriptRows
    }
    group.push(row)
    left -= count
  }
  if (group.length > 0) yield group
}
