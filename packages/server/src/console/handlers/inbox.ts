import type { Person } from '@doorkit/models'
import { equals } from '../../collections/collection.ts'
import { conversations, toConversation } from '../../collections/conversation.ts'
import { handoffs } from '../../collections/handoff.ts'
import type { Context } from '../../commit/commit-context.ts'
import { page } from '../../handlers/list-page.ts'
import { join, leave, send } from '../../handlers/person-actions.ts'
import type { PersonPrincipal } from '../../requests/principal.ts'
import { type InboxChanges, unansweredSince } from '../inbox-changes.ts'
import type { ConsoleHandlers } from './console-handlers.ts'

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

  join: ({ id }, context) => join(context, id, personOf(context)),
  send: ({ id, body: { text } }, context) => send(context, id, { person: personOf(context), text }),
  leave: ({ id }, context) => leave(context, id, personOf(context)),
})

function personOf({ principal: { person } }: Context<PersonPrincipal>): Person {
  return { id: person.id, name: person.name }
}
