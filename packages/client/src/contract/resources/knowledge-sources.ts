// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, ListOptions, WriteOptions } from '../../call/call-options.ts'
import type { ListCall } from '../../list/list-call.ts'
import type { KnowledgeSourceId } from '../ids.ts'
import type { PageQuery } from './page-query.ts'

/** A page that the agent reads and answers from. */
export interface KnowledgeSource {
  id: `src_${string}`
  object: 'knowledge_source'
  url: string
  /** Your own name for the part of the site that the page belongs to. */
  section: string | null
  /** Null until the page has been read, and for a page with neither a title nor a heading. */
  title: string | null
  status: 'pending' | 'ready' | 'failed' | (string & {})
  /** Why the last attempt to read the page failed. */
  error: string | null
  /** The length of the page's text in characters. */
  characters: number
  /** How many passages the agent can find. */
  chunks: number
  /** When the page was last read; null until it has been read once. An ISO 8601 time. */
  read_at: string | null
  /** An ISO 8601 time. */
  created_at: string
}

/** A page to read. */
export interface KnowledgeSourceCreate {
  /** http or https, on a public host. An absolute address. At most 2,048 characters. */
  url: string
  /** Your own name for the part of the site that the page belongs to. 1 to 200 characters. */
  section?: string | null | undefined
}

/** The answer to the deletion of a knowledge source. */
export interface KnowledgeSourceDeleted {
  id: `src_${string}`
  object: 'knowledge_source'
  deleted: true
}

/** The pages that the agent reads and answers from. */
export interface KnowledgeSources {
  /**
   * Add a page for the agent to read.
   *
   * Scope `knowledge:write`; retried under one idempotency key.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const page = await doorkit.knowledgeSources.create({
   *   url: 'https://acme.example/pricing',
   *   section: 'Sales',
   * })
   * console.log(page.id, page.status)
   * ```
   */
  create(input: KnowledgeSourceCreate, options?: WriteOptions): Call<KnowledgeSource>
  /**
   * List pages, newest first.
   *
   * Scope `knowledge:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { url, status, error } of doorkit.knowledgeSources.list()) {
   *   console.log(url, status, error ?? '')
   * }
   * ```
   */
  list(query?: PageQuery, options?: ListOptions): ListCall<KnowledgeSource>
  /**
   * Fetch one page.
   *
   * Scope `knowledge:read`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status, characters, read_at } = await doorkit.knowledgeSources.get(sourceId)
   * console.log(status, characters, read_at)
   * ```
   */
  get(id: KnowledgeSourceId | (string & {}), options?: CallOptions): Call<KnowledgeSource>
  /**
   * Remove a page; the agent no longer answers from it.
   *
   * Scope `knowledge:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { deleted } = await doorkit.knowledgeSources.delete(sourceId)
   * console.log(deleted)
   * ```
   */
  delete(id: KnowledgeSourceId | (string & {}), options?: WriteOptions): Call<KnowledgeSourceDeleted>
  /**
   * Request a new reading of a page.
   *
   * Scope `knowledge:write`; counts against the smaller budget of heavy requests; retried under one
   * idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status } = await doorkit.knowledgeSources.refresh(sourceId)
   * console.log(status)
   * ```
   */
  refresh(id: KnowledgeSourceId | (string & {}), options?: WriteOptions): Call<KnowledgeSource>
}
