import type { Id, PersonalLink } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import { readLinkResults } from '../collections/link-day.ts'
import { linkGreetings } from '../collections/link-greeting.ts'
import { overlay } from '../collections/overlay.ts'
import { personalLinks as records } from '../collections/personal-link.ts'
import { Failure, invalid } from '../errors/failure.ts'
import type { Context } from '../kit/context.ts'
import { type LinkDetails, linkAddress, pageAddress } from '../links/link-address.ts'
import { toPersonalLink } from '../links/show-link.ts'
import type { WriteOp } from '../store/port.ts'
import { deleted } from './deleted.ts'
import { finder } from './finder.ts'
import type { Handlers } from './handler.ts'
import { page } from './page.ts'

const find = finder(records, 'personal link')

export const personalLinks: Handlers['personalLinks'] = {
  async list({ query }, context) {
    const rows = await page(context, {
      collection: records,
      index: 'personal_links_created',
      where: [equals('workspace', context.workspace.id)],
      query,
      toItem: (row) => row,
    })
    return { ...rows, data: rows.data.map(await view(context, rows.data)) }
  },

  create({ body }, context) {
    checkPage(context, body.page)
    return context.write(async (at) => {
      const id = context.makeId('personalLink')
      const greeting = await choose(context, body.greeting ?? null)
      const keys = { workspace: context.workspace.id, created_at: at, greeting }
      const data = { name: body.name, page: body.page }
      return {
        ops: [records.insert(id, keys, data), ...move(context, null, greeting)],
        reply: await show(context, { id, keys, data }),
      }
    })
  },

  async get({ id }, context) {
    return show(context, await find(context, id))
  },

  update({ id, body: { greeting: chosen, ...changes } }, context) {
    if (changes.page !== undefined) checkPage(context, changes.page)
    return context.write(async () => {
      const row = await find(context, id)
      const before = row.keys.greeting
      const greeting = chosen === undefined ? before : await choose(context, chosen)
      const data = overlay(row.data, changes)
      return {
        ops: [
          records.patch(context.workspace.id, id, { set: { greeting }, data }, { ifRev: row.rev }),
          ...move(context, before, greeting),
        ],
        reply: await show(context, { id, keys: { ...row.keys, greeting }, data }),
      }
    })
  },

  delete({ id }, context) {
    return context.write(async () => {
      const row = await find(context, id)
      return {
        ops: [
          records.remove(context.workspace.id, id, { ifRev: row.rev }),
          ...move(context, row.keys.greeting, null),
        ],
        reply: deleted(id as Id<'personalLink'>, 'personal_link'),
      }
    })
  },

  async buildUrl({ id, body }, context) {
    const { keys, data } = await find(context, id)
    const address = pageAddress(context.workspace.data.website, data.page)
    if (keys.greeting === null || !address) {
      throw new Failure('unprocessable', 'A draft has no address. Give the link a greeting first.')
    }
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

function checkPage({ workspace }: Context, path: string): void {
  if (pageAddress(workspace.data.website, path)) return
  throw invalid('page', '`page` is a path on the website of the workspace, or an http address.')
}

/** The greeting that a link is to have: one of this workspace. */
async function choose(context: Context, id: string | null): Promise<string | null> {
  if (id === null) return null
  if (await linkGreetings.get(context.store, context.workspace.id, id)) return id
  throw invalid('greeting', 'There is no such greeting in this workspace. Check the id.')
}

/** Counts a link away from one greeting and to another; fails the commit when that is gone. */
function move({ workspace: { id } }: Context, from: string | null, to: string | null): WriteOp[] {
  if (from === to) return []
  return [
    ...(from === null ? [] : [linkGreetings.patch(id, from, { add: { links: -1 } })]),
    ...(to === null ? [] : [linkGreetings.patch(id, to, { add: { links: 1 } })]),
  ]
}

type Shown = Parameters<typeof toPersonalLink>[0]

/** Reads what some links are shown with, all at once, and gives what shows one of them. */
async function view(
  { store, workspace, clock }: Context,
  rows: readonly Shown[],
): Promise<(row: Shown) => PersonalLink> {
  const ids = rows.map(({ id }) => id)
  const used = rows.flatMap(({ keys }) => keys.greeting ?? [])
  const [greetings, results] = await Promise.all([
    linkGreetings.getMany(store, workspace.id, used),
    readLinkResults(store, workspace.id, 'link', ids, clock.now()),
  ])
  return (row) =>
    toPersonalLink(row, {
      website: workspace.data.website,
      greeting: greetings.get(row.keys.greeting ?? '') ?? null,
      results: results(row.id),
    })
}

async function show(context: Context, row: Shown): Promise<PersonalLink> {
  return (await view(context, [row]))(row)
}
