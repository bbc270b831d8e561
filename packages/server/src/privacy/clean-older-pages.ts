import { type Collection, equals, type Stored } from '../collections/collection.ts'
import { conversations } from '../collections/conversation.ts'
import { labelCounts } from '../collections/label-count.ts'
import { countRowOps, rollupCounters, rollups } from '../collections/rollup.ts'
import { settings } from '../collections/setting.ts'
import { visits } from '../collections/visit.ts'
import type { Services } from '../kit/services.ts'
import { withoutDetails } from '../links/without-details.ts'
import type { KeyValue, WriteOp } from '../store/index.ts'
import {
  holdsEmailAddress,
  unlessEmailAddress,
  withoutEmailAddresses,
} from '../text/email-addresses.ts'

const pageSize = 500

/**
 * Takes email addresses out of the pages, sources and labels of rows that were written before such
 * were cleaned where they come in. Done once for each workspace: by its first erasure.
 */
export async function cleanOlderPages(
  { store }: Pick<Services, 'store'>,
  workspace: string,
): Promise<void> {
  const done = `pages_cleaned.${workspace}`
  if (await settings.get(store, done)) return

  async function clean<Keys, Data>(
    collection: Collection<Keys, Data>,
    index: string,
    columns: readonly string[],
    toOps: (row: Stored<Keys, Data>) => readonly WriteOp[],
  ): Promise<void> {
    for (let last: Stored<Keys, Data> | undefined, isLast = false; !isLast; ) {
      const values: Readonly<Record<string, KeyValue>> = last?.keys ?? {}
      const rows = await collection.list(store, {
        index,
        where: [equals('workspace', workspace)],
        dir: 'asc',
        limit: pageSize,
        after: last && [...columns.map((column) => values[column] ?? 0), last.id],
      })
      for (const row of rows) {
        const ops = toOps(row)
        // Lost to somebody who changes the row: that is a row of today.
        if (ops.length > 0) await store.commit(ops)
      }
      last = rows.at(-1)
      isLast = rows.length < pageSize
    }
  }

  await clean(rollups, 'rollups_by_day', ['workspace', 'by_day', 'day'], ({ id, rev, keys }) => {
    const { page, source, device, day, ai } = keys
    const where = cleanPlace({ page: page ?? '', source: source ?? '' })
    if (!where) return []
    const filter = {
      page: page === null ? undefined : where.page,
      source: source === null ? undefined : where.source,
      device: device ?? undefined,
    }
    const counts = Object.fromEntries(rollupCounters.map((name) => [name, keys[name]]))
    return [
      rollups.remove(id, { ifRev: rev }),
      ...countRowOps(workspace, { day, filter, ai: ai === 1 }, counts),
    ]
  })
  const labelled = ['workspace', 'by_day', 'day']
  await clean(labelCounts, 'label_counts_by_day', labelled, ({ id, rev, keys }) =>
    holdsEmailAddress(keys.label) ? [labelCounts.remove(id, { ifRev: rev })] : [],
  )
  await clean(visits, 'visits_started', ['started_at'], ({ id, rev, data }) => {
    const page_url = withoutDetails(data.page_url)
    const where = cleanPlace(data)
    if (page_url === data.page_url && !where) return []
    const cleaned = { ...data, ...where, page_url } as typeof data
    return [visits.patch(id, { data: cleaned }, { ifRev: rev })]
  })
  const started = ['workspace', 'test', 'has_lead', 'graded', 'started_at']
  await clean(conversations, 'conversations_by_start', started, ({ id, rev, data }) => {
    const page_url = data.page_url && withoutDetails(data.page_url)
    const page_path = data.page_path && withoutEmailAddresses(data.page_path)
    if (page_url === data.page_url && page_path === data.page_path) return []
    return [conversations.patch(id, { data: { ...data, page_url, page_path } }, { ifRev: rev })]
  })
  await store.commit([settings.insert(done, {}, { value: 'done' }, 'ignore')])
}

/** Where something is counted, without addresses; null where there is none. */
function cleanPlace<Place extends { readonly page: string; readonly source: string }>({
  page,
  source,
  ...rest
}: Place) {
  const cleaned = {
    page: withoutEmailAddresses(page),
    source: unlessEmailAddress(source) ?? 'direct',
  }
  return cleaned.page === page && cleaned.source === source ? null : { ...rest, ...cleaned }
}
