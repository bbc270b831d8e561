import type { WriteOp } from '@doorkit/store'
import { type StoredSource, sources } from '../collections/knowledge-source.ts'
import type { CrawledPage } from '../ports/crawler.ts'
import type { Services } from '../services/services.ts'
import { storableText } from '../text/storable-text.ts'
import { emit } from '../webhooks/emit-events.ts'
import { countCharacters } from './count-characters.ts'
import { cutPassages, type PassageText } from './cut-passages.ts'
import { sectionsOfPage } from './document-sections.ts'
import { addPassages, dropPassages } from './store-passages.ts'

/** The result of reading a page: its content, or why it could not be read. */
export type CrawlResult = { readonly page: CrawledPage } | { readonly error: string }

/** The lease under which a worker reads a page. */
export interface ReadingLease {
  /** The fencing token. */
  readonly token: string
  /** How many readings of the page had been requested when this one began. */
  readonly asked: number
}

/** The most characters of text that a page may have: as many as a document. */
const maxCharacters = 200_000

/**
 * The writes that store a reading. New content replaces the old. A failure keeps the last good content
 * and emits `knowledge.source_failed` (docs/api.md#knowledge-page-states). If a refresh was requested
 * during the reading, the page is due again, and a failure emits nothing.
 *
 * @param lease - the worker's lease. Nothing is stored if the page no longer has this lease. A reading
 * that the host reports has none, and replaces a reading that is due or in progress.
 */
export async function readingOps(
  services: Services,
  { workspace, id }: { readonly workspace: string; readonly id: string },
  reading: CrawlResult,
  at: number,
  lease?: ReadingLease,
): Promise<readonly WriteOp[]> {
  const row = await sources.get(services.store, workspace, id)
  if (!row || (lease && row.columns.lease !== lease.token)) return []
  const isAskedAgain = lease !== undefined && row.data.asked !== lease.asked
  const contents = toContents(reading)
  const { data, ops } =
    'error' in contents
      ? await changeToFailed(services, row, contents.error, isAskedAgain, at)
      : await changeToReady(services, row, contents, at)
  const status = isAskedAgain ? 'pending' : 'error' in contents ? 'failed' : 'ready'
  const set = { status, due_at: isAskedAgain ? at : null, lease: null } as const
  return [sources.edit(row, { set, data }), ...ops]
}

interface Contents {
  readonly title: string | null
  readonly characters: number
  readonly passages: readonly PassageText[]
}

function toContents(reading: CrawlResult): Contents | { readonly error: string } {
  if ('error' in reading) return { error: storableText(reading.error) }
  const sections = reading.page.sections.map(({ heading, text }) => ({
    heading: heading === null ? null : storableText(heading),
    text: storableText(text),
  }))
  const title = reading.page.title === null ? null : storableText(reading.page.title)
  const parts = sections.flatMap(({ heading, text }) => [heading ?? '', text])
  const text = parts.filter((part) => part !== '').join('\n\n')
  const characters = countCharacters(text.trim())
  if (characters === 0) return { error: 'The page has no text' }
  if (characters > maxCharacters) {
    return { error: `More than ${maxCharacters.toLocaleString('en-US')} characters` }
  }
  return { title, characters, passages: cutPassages(sectionsOfPage(sections)) }
}

async function changeToReady(
  services: Services,
  row: StoredSource,
  { title, characters, passages }: Contents,
  at: number,
) {
  const { workspace } = row.columns
  const source = {
    workspace,
    source: row.id,
    edition: String(row.rev),
    title: title ?? row.data.url,
    url: row.data.url,
  }
  return {
    data: { ...row.data, title, error: null, characters, chunks: passages.length, read_at: at },
    ops: [
      ...(await dropPassages(services, workspace, row.id, at)),
      ...addPassages(source, passages),
    ],
  }
}

async function changeToFailed(
  services: Services,
  row: StoredSource,
  error: string,
  isAskedAgain: boolean,
  at: number,
) {
  // The next reading decides the status.
  if (isAskedAgain) return { data: row.data, ops: [] }
  const subject = { kind: 'knowledge_source', id: row.id } as const
  const event = { type: 'knowledge.source_failed', subject, error } as const
  const ops = await emit(services, row.columns.workspace, [event], at)
  return { data: { ...row.data, error }, ops }
}
