import type { Store, WriteOp } from '@doorkit/store'
import { type StoredSource, sources } from '../collections/knowledge-source.ts'
import type { Services } from '../kit/services.ts'
import type { CrawledPage } from '../ports/crawler.ts'
import { keepableText } from '../text/keepable-text.ts'
import { emit } from '../webhooks/emit.ts'
import { chunkSections } from './chunk-sections.ts'
import { countCharacters } from './count-characters.ts'
import { addPassages, dropPassages } from './passages.ts'

/** How a reading of a page ended: with what it says, or with why it could not be read. */
export type CrawlResult = { readonly page: CrawledPage } | { readonly error: string }

/** The source that a worker took from the queue. */
export interface ReadingHold {
  /** The lease it reads under. */
  readonly token: string
  /** The readings that had been asked for when it began. */
  readonly asked: number
}

/** The most text that a page may have: as much as a document. */
const maxCharacters = 200_000

/**
 * The writes of a reading: new content takes the place of the old one; a failure keeps the
 * last good content and emits `knowledge.source_failed` (docs/api.md#knowledge-page-states). A page that
 * was asked for again while it was read goes back to the queue.
 *
 * @param hold - given, nothing is recorded once the lease has been lost; otherwise the reading
 * takes the place of any that is queued or under way.
 */
export async function readingOps(
  services: Services,
  { workspace, id }: { readonly workspace: string; readonly id: string },
  reading: CrawlResult,
  at: number,
  hold?: ReadingHold,
): Promise<readonly WriteOp[]> {
  const row = await sources.get(services.store, workspace, id)
  if (!row || (hold && row.keys.lease !== hold.token)) return []
  const again = hold !== undefined && row.data.asked !== hold.asked
  const contents = understand(reading)
  const { data, ops } =
    'error' in contents
      ? await failed(services, row, contents.error, again, at)
      : await ready(services.store, row, contents, at)
  const status = again ? 'pending' : 'error' in contents ? 'failed' : 'ready'
  const set = { status, due_at: again ? at : null, lease: null } as const
  return [sources.edit(row, { set, data }), ...ops]
}

interface Contents {
  readonly title: string | null
  readonly characters: number
  readonly passages: readonly string[]
}

function understand(reading: CrawlResult): Contents | { readonly error: string } {
  if ('error' in reading) return { error: keepableText(reading.error) }
  const sections = reading.page.sections.map(({ heading, text }) => ({
    heading: heading === null ? null : keepableText(heading),
    text: keepableText(text),
  }))
  const title = reading.page.title === null ? null : keepableText(reading.page.title)
  const parts = sections.flatMap(({ heading, text }) => [heading ?? '', text])
  const text = parts.filter((part) => part !== '').join('\n\n')
  const characters = countCharacters(text.trim())
  if (characters === 0) return { error: 'The page has no text' }
  if (characters > maxCharacters) {
    return { error: `More than ${maxCharacters.toLocaleString('en-US')} characters` }
  }
  return { title, characters, passages: chunkSections(sections) }
}

async function ready(
  store: Store,
  row: StoredSource,
  { title, characters, passages }: Contents,
  at: number,
) {
  const source = {
    workspace: row.keys.workspace,
    source: row.id,
    edition: String(row.rev),
    title: title ?? row.data.url,
  }
  return {
    data: { ...row.data, title, error: null, characters, chunks: passages.length, read_at: at },
    ops: [
      ...(await dropPassages(store, row.keys.workspace, row.id)),
      ...addPassages(source, passages),
    ],
  }
}

async function failed(
  services: Services,
  row: StoredSource,
  error: string,
  again: boolean,
  at: number,
) {
  // The next reading says how the page stands now.
  if (again) return { data: row.data, ops: [] }
  const happening = {
    type: 'knowledge.source_failed',
    subject: { kind: 'knowledge_source', id: row.id },
    error,
  } as const
  const ops = await emit(services, row.keys.workspace, [happening], at)
  return { data: { ...row.data, error }, ops }
}
