import { type Conversation, type List, limits } from '@doorkit/models'
import { stopAnswers } from '../chat/stop-answer.ts'
import { flag } from '../collections/collection.ts'
import {
  conversations as records,
  type StoredConversation,
  toConversation,
} from '../collections/conversation.ts'
import { readLastMessagePages, readTranscriptPages } from '../collections/message.ts'
import type { Change } from '../commit/commit-change.ts'
import type { Context } from '../commit/context.ts'
import {
  joinConversation,
  leaveConversation,
  type PersonAct,
  sendInPerson,
} from '../conversations/answer-in-person.ts'
import { Failure } from '../errors/failure.ts'
import { transcriptRows } from '../limits/bounds.ts'
import { deleteConversation } from '../privacy/delete-conversation.ts'
import { JsonStream, PagedList } from '../text/json-stream.ts'
import { deleted } from './deletion.ts'
import { finder } from './finder.ts'
import type { Handlers } from './handler.ts'
import { page, since } from './list-page.ts'

/** How many transcripts of a list are read in parallel, if they are short. */
const transcriptsAtOnce = 5

const find = finder(records, 'conversation')

type ActTarget = Pick<PersonAct, 'row' | 'refuse'>

export const conversations: Handlers['conversations'] = {
  async list({ query }, context) {
    const byChange = query.updated_since !== undefined
    const found = await page(context, {
      collection: records,
      index: byChange ? 'conversations_by_change' : 'conversations_by_start',
      where: [
        flag('test', query.include_test ? undefined : false),
        flag('has_lead', query.has_lead),
        flag('graded', query.graded),
        ...since('updated_at', query.updated_since),
        ...since('started_at', query.created_since),
        // No conversation changes before it starts, so this bound also ends a list in the order of
        // changes.
        ...(byChange ? since('updated_at', query.created_since) : []),
      ],
      query,
      isIncremental: true,
      toItem: (row) => row,
    })
    const names = context.may('contacts:read')
    if (!query.expand) {
      return { ...found, data: found.data.map((row) => toConversation(row, { names })) }
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
      return toConversation(row, { names, messages })
    }
    return new JsonStream<List<Conversation>>({
      ...found,
      data: new PagedList(async function* () {
        for (const group of readTogether(found.data)) yield await Promise.all(group.map(show))
      }),
    })
  },

  async get({ id, query }, context) {
    const row = await find(context, id)
    const names = context.may('contacts:read')
    if (!query.expand) return toConversation(row, { names })
    const messages = new PagedList(() =>
      readTranscriptPages(context.store, context.workspace.id, row.id, transcriptRows),
    )
    return new JsonStream<Conversation>(toConversation(row, { names, messages }))
  },

  delete({ id }, context) {
    const change = async (at: number) => {
      const ops = await deleteConversation(context, await find(context, id), at)
      return { ops, reply: deleted(id, 'conversation') }
    }
    // The answer says nothing about a person, so an erasure keeps its replay.
    return context.write(change, { personal: false })
  },

  async join({ id, body }, context) {
    const reply = await inPerson(context, id, body, joinConversation)
    // The agent's text so far is stored; the person continues from there.
    await stopAnswers(context, context.workspace.id, id)
    return reply
  },

  leave: ({ id, body }, context) => inPerson(context, id, body, leaveConversation),
  send: ({ id, body }, context) => inPerson(context, id, body, sendInPerson),
}

/** Commits an act of a person in a conversation. */
function inPerson<Reply, Body>(
  context: Context,
  id: string,
  body: Body,
  act: (services: Context, act: Body & ActTarget, at: number) => Promise<Change<Reply>>,
): Promise<Reply> {
  const refuse = (detail: string) => new Failure('conflict', detail)
  return context.write(async (at) => {
    const row = await find(context, id)
    return act(context, { ...body, row, refuse }, at)
  })
}

/**
 * Groups conversations so that each group has few messages. A group stays in memory until the client
 * takes it or loses its stream.
 */
function* readTogether(rows: readonly StoredConversation[]): Generator<StoredConversation[]> {
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
