import { stopAnswers } from '../../chat/stop-answer.ts'
import { equals } from '../../collections/collection.ts'
import { conversations, toConversation } from '../../collections/conversation.ts'
import { handoffs } from '../../collections/handoff.ts'
import type { Change } from '../../commit/commit-change.ts'
import type { Context } from '../../commit/context.ts'
import {
  joinConversation,
  leaveConversation,
  type PersonAct,
  sendInPerson,
} from '../../conversations/answer-in-person.ts'
import { Failure } from '../../errors/failure.ts'
import { finder } from '../../handlers/finder.ts'
import { page } from '../../handlers/list-page.ts'
import type { PersonPrincipal } from '../../requests/principal.ts'
import type { Services } from '../../services/services.ts'
import { type InboxChanges, unansweredSince } from '../inbox-changes.ts'
import type { ConsoleHandlers } from './console-handlers.ts'

const find = finder(conversations, 'conversation')

/** @param changes - the open inbox streams of this process. */
export const inbox = (changes: InboxChanges): ConsoleHandlers['inbox'] => ({
  list: ({ query }, context) =>
    page(context, {
      collection: handoffs,
      index: 'handoffs_since',
      dir: 'asc',
      where: [equals('state', query.state)],
      query,
      async toItems(rows) {
        const ids = rows.map(({ id }) => id)
        const found = await conversations.getMany(context.store, context.workspace.id, ids)
        const names = context.may('contacts:read')
        return rows.flatMap(({ id }) => {
          const row = found.get(id)
          return row
            ? [{ ...toConversation(row, { names }), unanswered_since: unansweredSince(row) }]
            : []
        })
      },
    }),

  follow: async (_input, { workspace }) => changes.open(workspace.id),

  async join({ id }, context) {
    const reply = await act(context, id, joinConversation)
    // The agent's text so far is stored; the person continues from there.
    await stopAnswers(context, context.workspace.id, id)
    return reply
  },

  send: ({ id, body: { text } }, context) =>
    act(context, id, (services, given, at) => sendInPerson(services, { ...given, text }, at)),

  leave: ({ id }, context) => act(context, id, leaveConversation),
})

/** Commits an act of the signed-in person in a conversation. */
function act<Reply>(
  context: Context<PersonPrincipal>,
  id: string,
  work: (services: Services, given: PersonAct, at: number) => Promise<Change<Reply>>,
): Promise<Reply> {
  const { id: personId, name } = context.principal.person
  const refuse = (detail: string) => new Failure('conflict', detail)
  return context.write(async (at) => {
    const row = await find(context, id)
    return work(context, { row, person: { id: personId, name }, refuse }, at)
  })
}
