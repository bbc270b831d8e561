import type { Id, PersonalLink } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { readLinkResults } from '../collections/link-day.ts'
import { greetingFields, linkGreetings } from '../collections/link-greeting.ts'
import {
  type StoredPersonalLink,
  personalLinks as storedPersonalLinks,
} from '../collections/personal-link.ts'
import type { Context } from '../commit/request-context.ts'
import { Failure, invalid } from '../errors/failure.ts'
import { emailToolAddresses } from '../links/email-tool-addresses.ts'
import { type LinkDetails, linkAddress, pageAddress } from '../links/link-address.ts'
import { everybody } from '../privacy/people-in-text.ts'
import { overlay } from '../values/overlay-changes.ts'
import { deletion } from './delete-object.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'
import { longPage } from './list-page.ts'

const find = finder(storedPersonalLinks, 'personal link')

export const personalLinks: Handlers['personalLinks'] = {
  list: ({ query }, context) =>
    longPage(context, {
      collection: storedPersonalLinks,
      index: 'personal_links_created',
      query,
      toItems: async (rows) => rows.map(await view(context, rows)),
    }),

  create({ body }, context) {
    checkPage(context, body.page)
    return context.write(async (at) => {
      const id = context.makeId('personalLink')
      const greeting = await requireGreeting(context, body.greeting ?? null)
      const columns = { workspace: context.workspace.id, created_at: at, greeting }
      const data = { name: body.name, page: body.page }
      return {
        ops: [
          storedPersonalLinks.insert(id, columns, data),
          ...moveLinkCount(context, null, greeting),
        ],
        reply: await show(context, { id, columns, data }),
      }
    })
  },

  get: async ({ id }, context) => show(context, await find(context, id)),

  update({ id, body: { greeting: newGreeting, ...changes } }, context) {
    if (changes.page !== undefined) checkPage(context, changes.page)
    return context.write(async () => {
      const row = await find(context, id)
      const before = row.columns.greeting
      const greeting =
        newGreeting === undefined ? before : await requireGreeting(context, newGreeting)
      const data = overlay(row.data, changes)
      return {
        ops: [
          storedPersonalLinks.edit(row, { set: { greeting }, data }),
          ...moveLinkCount(context, before, greeting),
        ],
        reply: await show(context, { id, columns: { ...row.columns, greeting }, data }),
      }
    })
  },

  delete: deletion('personal_link', storedPersonalLinks, find, (context, { columns }) =>
    moveLinkCount(context, columns.greeting, null),
  ),

  async buildUrl({ id, body }, context) {
    const { columns, data } = await find(context, id)
    const address = pageAddress(context.workspace.data.website, data.page)
    if (columns.greeting === null || !address) {
      throw new Failure('unprocessable', 'A draft has no address. Give the link a greeting first.')
    }
    // Erasures find people by email addresses, but a name or title alone can identify a person, too.
    context.about(everybody)
    const details = Object.entries(body).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, encodeURIComponent(value)]],
    )
    return {
      object: 'personal_link_url',
      link: id as Id<'personalLink'>,
      url: linkAddress(address, id, Object.fromEntries(details) as LinkDetails),
    }
  },
}

function checkPage({ workspace }: Context, page: string): void {
  if (pageAddress(workspace.data.website, page)) return
  throw invalid(
    'page',
    '`page` must be a path on the website of the workspace, or an http or https URL.',
  )
}

async function requireGreeting(context: Context, id: string | null): Promise<string | null> {
  if (id === null) return null
  if (await linkGreetings.get(context.store, context.workspace.id, id)) return id
  throw invalid('greeting', 'There is no such greeting in this workspace. Check the id.')
}

/**
 * The writes that move a link from the count of its old greeting to the count of its new one. The commit
 * fails if a greeting is gone.
 */
function moveLinkCount(
  { workspace: { id } }: Context,
  from: string | null,
  to: string | null,
): WriteOp[] {
  if (from === to) return []
  return [
    ...(from === null ? [] : [linkGreetings.patch(id, from, { add: { links: -1 } })]),
    ...(to === null ? [] : [linkGreetings.patch(id, to, { add: { links: 1 } })]),
  ]
}

type LinkRow = Pick<StoredPersonalLink, 'id' | 'columns' | 'data'>

/**
 * Reads the greetings and results of links, and returns a function that converts a link to the API's form.
 */
async function view(
  context: Context,
  rows: readonly LinkRow[],
): Promise<(row: LinkRow) => PersonalLink> {
  const { store, workspace } = context
  const used = rows.flatMap(({ columns }) => columns.greeting ?? [])
  const [greetings, results] = await Promise.all([
    linkGreetings.getMany(store, workspace.id, used),
    readLinkResults(context, 'link', rows),
  ])
  return ({ id, columns, data }) => {
    const isDraft = columns.greeting === null
    const page = isDraft ? null : pageAddress(workspace.data.website, data.page)
    const greeting = greetings.get(columns.greeting ?? '')
    return {
      id: id as Id<'personalLink'>,
      object: 'personal_link',
      name: data.name,
      page: data.page,
      greeting: columns.greeting as Id<'linkGreeting'> | null,
      status: isDraft ? 'draft' : 'active',
      url: page && linkAddress(page, id),
      fields: greeting ? greetingFields(greeting.data) : [],
      templates: page && emailToolAddresses(page, id),
      results: results(id),
    }
  }
}

async function show(context: Context, row: LinkRow): Promise<PersonalLink> {
  return (await view(context, [row]))(row)
}
