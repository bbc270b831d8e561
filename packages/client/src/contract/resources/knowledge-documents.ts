// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, ListOptions, WriteOptions } from '../../call/call-options.ts'
import type { ListCall } from '../../list/list-call.ts'
import type { KnowledgeDocumentId } from '../ids.ts'
import type { PageQuery } from './page-query.ts'

/** A text that the agent answers from. */
export interface KnowledgeDocument {
  id: `doc_${string}`
  object: 'knowledge_document'
  name: string
  /** Absent in lists. */
  content?: string | undefined
  /** The length of the content in characters. */
  characters: number
  /** How many passages the agent can find. */
  chunks: number
  /** An ISO 8601 time. */
  created_at: string
  /** An ISO 8601 time. */
  updated_at: string
}

/** A knowledge document to add. */
export interface KnowledgeDocumentCreate {
  /** 1 to 200 characters. */
  name: string
  /** 1 to 200,000 characters. */
  content: string
}

/** The fields of a knowledge document that can be changed. */
export interface KnowledgeDocumentUpdate {
  /** 1 to 200 characters. */
  name?: string | undefined
  /** 1 to 200,000 characters. */
  content?: string | undefined
}

/** The answer to the deletion of a knowledge document. */
export interface KnowledgeDocumentDeleted {
  id: `doc_${string}`
  object: 'knowledge_document'
  deleted: true
}

/** Managing the documents that the agent answers from. */
export interface KnowledgeDocuments {
  /**
   * Add a document that the agent answers from.
   *
   * Scope `knowledge:write`; counts against the smaller budget of heavy requests; retried under one
   * idempotency key.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const document = await doorkit.knowledgeDocuments.create({
   *   name: 'Prices',
   *   content: 'The door costs 10 euros.',
   * })
   * console.log(document.id, document.characters)
   * ```
   */
  create(input: KnowledgeDocumentCreate, options?: WriteOptions): Call<KnowledgeDocument>
  /**
   * List documents, newest first, without their content.
   *
   * Scope `knowledge:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { name, characters } of doorkit.knowledgeDocuments.list()) {
   *   console.log(name, characters)
   * }
   * ```
   */
  list(query?: PageQuery, options?: ListOptions): ListCall<KnowledgeDocument>
  /**
   * Fetch one document with its content.
   *
   * Scope `knowledge:read`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { content } = await doorkit.knowledgeDocuments.get(documentId)
   * console.log(content)
   * ```
   */
  get(id: KnowledgeDocumentId | (string & {}), options?: CallOptions): Call<KnowledgeDocument>
  /**
   * Change the name or the content of a document.
   *
   * Scope `knowledge:write`; counts against the smaller budget of heavy requests; retried under one
   * idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { name, characters } = await doorkit.knowledgeDocuments.update(documentId, {
   *   content: 'The door costs 12 euros, handle included.',
   * })
   * console.log(name, characters)
   * ```
   */
  update(id: KnowledgeDocumentId | (string & {}), input: KnowledgeDocumentUpdate, options?: WriteOptions): Call<KnowledgeDocument>
  /**
   * Remove a document; the agent no longer answers from it.
   *
   * Scope `knowledge:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { deleted } = await doorkit.knowledgeDocuments.delete(documentId)
   * console.log(deleted)
   * ```
   */
  delete(id: KnowledgeDocumentId | (string & {}), options?: WriteOptions): Call<KnowledgeDocumentDeleted>
}
