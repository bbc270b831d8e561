import { PrivacyExport, toTimestamp } from '@doorkit/models'
import { conversations as conversationRows } from '../collections/conversation.ts'
import { readMessageDetailPages, readTranscriptPages } from '../collections/message.ts'
import type { Context } from '../commit/request-context.ts'
import { transcriptRows } from '../limits/bounds.ts'
import type { Services } from '../services/services.ts'
import { JsonStream, PagedList, type WithPagedLists } from '../text/json-stream.ts'
import { type AnyRow, findRows } from './find-person-rows.ts'
import type { Subject } from './find-subject.ts'

const itemsAtOnce = 100

/** Exports everything about one person (docs/api.md#privacy), as the collections declare. */
export async function exportPerson(
  context: Services & Pick<Context, 'workspace'>,
  { email, from }: Subject,
): Promise<JsonStream<PrivacyExport>> {
  const { store, workspace, clock } = context
  const found = await findRows(context, workspace.id, email, { from, purpose: 'export' })
  const lists = new Map<string, unknown[]>()
  for (const { collection, row, isOwn } of newestFirst(found)) {
    const { exported } = collection.plan
    if (!isOwn || typeof exported !== 'function') continue
    const [member, item] = exported(row)
    const messages = new PagedList(() =>
      readTranscriptPages(store, workspace.id, row.id, transcriptRows),
    )
    const shown = member === 'conversations' ? { ...(item as object), messages } : item
    lists.set(member, [...(lists.get(member) ?? []), shown])
  }
  const conversations = found.filter(
    ({ collection, isOwn }) => isOwn && collection.plan.name === conversationRows.plan.name,
  )
  const details = new PagedList(async function* () {
    for (const { row } of newestFirst(conversations)) {
      yield* readMessageDetailPages(store, workspace.id, row.id, transcriptRows)
    }
  })
  const members = Object.keys(PrivacyExport.shape).map((member) => {
    const items = lists.get(member) ?? []
    return [member, member === 'contact' ? (items[0] ?? null) : paged(items)]
  })
  return new JsonStream<PrivacyExport>({
    ...(Object.fromEntries(members) as WithPagedLists<PrivacyExport>),
    object: 'privacy_export',
    message_details: details,
    email,
    generated_at: toTimestamp(clock.now()),
  })
}

/** Sorts rows by the time when they started or were created, the newest first. */
function newestFirst<Found extends { readonly row: AnyRow }>(found: readonly Found[]): Found[] {
  const startedAt = ({ row: { columns } }: Found) =>
    Number(columns.started_at ?? columns.created_at ?? 0)
  return [...found].sort((left, right) => startedAt(right) - startedAt(left))
}

function paged<Item>(items: readonly Item[]): PagedList<Item> {
  return new PagedList(async function* () {
    for (let from = 0; from < items.length; from += itemsAtOnce) {
      yield items.slice(from, from + itemsAtOnce)
    }
  })
}
