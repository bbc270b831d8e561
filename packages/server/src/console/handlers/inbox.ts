import { equals } from '../../collections/collection.ts'
import { conversations, toConversation } from '../../collections/conversation.ts'
import { handoffs } from '../../collections/handoff.ts'
import { page } from '../../handlers/list-page.ts'
import { join, leave, send } from '../../handlers/person-actions.ts'
import { type InboxChanges, unansweredSince } from '../inbox-changes.ts'
import type { ConsoleHandlers } from './console-handlers.ts'

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
        const showsNames = context.may('contacts:read')
        return rows.flatMap(({ id }) => {
          const row = found.get(id)
          return row
            ? [{ ...toConversation(row, { showsNames }), unanswered_since: unansweredSince(row) }]
            : []
        })
      },
    }),

  follow: async (_input, { workspace, principal }) => changes.open(workspace.id, principal.session),

  join: ({ id }, context) => join(context, id, context.principal.person),
  send: ({ id, body: { text } }, context) =>
    send(context, id, { person: context.principal.person, text }),
  leave: ({ id }, context) => leave(context, id, context.principal.person),
})
