import * as z from 'zod'
import { sources } from '../collections/knowledge-source.ts'
import { check, found } from '../errors/check-input.ts'
import { type CrawlResult, readingOps } from '../knowledge/store-reading.ts'
import type { RecordOnce, RecordOptions } from './record-once.ts'

const PageRead = z.strictObject({
  title: z
    .string()
    .max(1_000)
    .nullish()
    .transform((title) => title ?? null),
  /** The text in order; `heading` is null for text without one. */
  sections: z
    .array(z.strictObject({ heading: z.string().max(1_000).nullable(), text: z.string() }))
    .max(10_000),
})

/** The content of a page that a host has read. */
export type PageRead = z.input<typeof PageRead>

const PageFailed = z.strictObject({ error: z.string().min(1).max(200) })

/** Why the host could not read a page. */
export type PageFailed = z.infer<typeof PageFailed>

/** Records knowledge pages that the host reads itself. */
export interface KnowledgeRecorder {
  /**
   * Replaces the content of a page. A page without text, or with more than 200,000 characters, counts
   * as failed.
   *
   * @throws KitError `not_found`.
   */
  pageRead(source: string, page: PageRead, options?: RecordOptions): Promise<void>
  /**
   * Marks a page as failed. The page keeps its previous content. Emits `knowledge.source_failed`.
   *
   * @throws KitError `not_found`.
   */
  pageFailed(source: string, failure: PageFailed, options?: RecordOptions): Promise<void>
}

export function knowledgeRecorder(record: RecordOnce, workspace: string): KnowledgeRecorder {
  async function add(
    name: keyof KnowledgeRecorder,
    id: string,
    reading: CrawlResult,
    options: RecordOptions | undefined,
  ): Promise<void> {
    await record(`knowledge.${name}`, options, [id, reading], async (services, at) => {
      found(await sources.get(services.store, workspace, id), 'knowledge page')
      return { ops: await readingOps(services, { workspace, id }, reading, at), reply: id }
    })
  }
  return {
    pageRead: async (source, page, options) =>
      add('pageRead', source, { page: check(PageRead, page) }, options),
    pageFailed: async (source, failure, options) =>
      add('pageFailed', source, check(PageFailed, failure), options),
  }
}
