import type { LinkGreeting, LinkGreetingUpdate } from '@doorkit/models'
import { readLinkResults } from '../collections/link-day.ts'
import {
  type LinkGreetingData,
  linkGreetings as storedLinkGreetings,
  toLinkGreeting,
} from '../collections/link-greeting.ts'
import type { Context } from '../commit/request-context.ts'
import { Failure, invalid } from '../errors/failure.ts'
import { readGreetingText } from '../text/greeting-template.ts'
import { overlay } from '../values/overlay-changes.ts'
import { deletion } from './delete-object.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'
import { longPage } from './list-page.ts'

const find = finder(storedLinkGreetings, 'link greeting')

export const linkGreetings: Handlers['linkGreetings'] = {
  list: ({ query }, context) =>
    longPage(context, {
      collection: storedLinkGreetings,
      index: 'link_greetings_created',
      query,
      toItems: async (rows) => {
        const results = await readLinkResults(context, 'greeting', rows)
        return rows.map((row) => toLinkGreeting(row, results(row.id)))
      },
    }),

  create({ body }, context) {
    const data = change({ name: '', text: '', buttons: [], agent_note: null }, body)
    return context.write(async (at) => {
      const id = context.makeId('linkGreeting')
      const columns = { workspace: context.workspace.id, created_at: at, links: 0 }
      return {
        ops: [storedLinkGreetings.insert(id, columns, data)],
        reply: await show(context, { id, columns, data }),
      }
    })
  },

  async get({ id }, context) {
    const [row, results] = await Promise.all([
      find(context, id),
      readLinkResults(context, 'greeting', [{ id }]),
    ])
    return toLinkGreeting(row, results(id))
  },

  update({ id, body }, context) {
    return context.write(async () => {
      const row = await find(context, id)
      const data = change(row.data, body)
      return {
        ops: [storedLinkGreetings.edit(row, { data })],
        reply: await show(context, { id, columns: row.columns, data }),
      }
    })
  },

  // If a link starts to use the greeting during the deletion, the revision of the greeting changes. The
  // deletion is then tried again, and refused.
  delete: deletion('link_greeting', storedLinkGreetings, find, (_context, { columns }) => {
    const { links } = columns
    if (links === 0) return []
    const [users, them] =
      links === 1 ? ['A link uses', 'the link'] : [`${links} links use`, 'the links']
    const detail = `${users} this greeting. Give ${them} another greeting first.`
    throw new Failure('conflict', detail)
  }),
}

function change(data: LinkGreetingData, body: LinkGreetingUpdate): LinkGreetingData {
  const changed = overlay(data, {
    ...body,
    agent_note: body.agent_note === '' ? null : body.agent_note,
  })
  checkTemplate('text', changed.text)
  checkTemplate('agent_note', changed.agent_note ?? '')
  return changed
}

function checkTemplate(param: string, text: string): void {
  const template = readGreetingText(text)
  if (!template.ok) throw invalid(param, `\`${param}\`: ${template.problem}.`)
}

type GreetingRow = Parameters<typeof toLinkGreeting>[0]

async function show(context: Context, row: GreetingRow): Promise<LinkGreeting> {
  const results = await readLinkResults(context, 'greeting', [row])
  return toLinkGreeting(row, results(row.id))
}
