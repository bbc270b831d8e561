import * as z from 'zod'
import { deletionSchema } from '../deletion.ts'
import { KnowledgeDocumentId } from '../ids.ts'
import { limits } from '../limits.ts'
import { PageQuery } from '../list.ts'
import { defineOperations, json, listOf } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'

const name = z.string().min(1).max(200)
const content = z.string().min(1).max(200_000)

/** A text that the agent answers from. */
export const KnowledgeDocument = z
  .object({
    id: KnowledgeDocumentId,
    object: z.literal('knowledge_document').meta({ extension: true }),
    name: z.string(),
    content: z.string().optional().meta({ description: 'Absent in lists.' }),
    characters: z
      .int()
      .min(0)
      .meta({ description: 'The length of the content in characters.', extension: true }),
    chunks: z
      .int()
      .min(0)
      .meta({ description: 'How many passages the agent can find.', extension: true }),
    created_at: Timestamp.meta({ extension: true }),
    updated_at: Timestamp.meta({ extension: true }),
  })
  .meta({ id: 'KnowledgeDocument' })
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>

/** A knowledge document to add. */
export const KnowledgeDocumentCreate = z
  .strictObject({ name, content })
  .meta({ id: 'KnowledgeDocumentCreate' })
export type KnowledgeDocumentCreate = z.infer<typeof KnowledgeDocumentCreate>

/** The fields of a knowledge document that can be changed. */
export const KnowledgeDocumentUpdate = z
  .strictObject({ name: name.optional(), content: content.optional() })
  .meta({ id: 'KnowledgeDocumentUpdate' })
export type KnowledgeDocumentUpdate = z.infer<typeof KnowledgeDocumentUpdate>

/** Managing the documents that the agent answers from. */
export const knowledgeDocuments = defineOperations({
  /** Add a document that the agent answers from. */
  create: {
    summary: 'Add a document that the agent answers from.',
    method: 'POST',
    path: '/knowledge/documents',
    scope: 'knowledge:write',
    cost: 'heavy',
    body: KnowledgeDocumentCreate,
    maxBodyBytes: limits.documentBodyBytes,
    reply: json(KnowledgeDocument),
  },
  /** List documents, newest first, without their content. */
  list: {
    summary: 'List documents, newest first, without their content.',
    method: 'GET',
    path: '/knowledge/documents',
    scope: 'knowledge:read',
    cost: 'standard',
    query: PageQuery,
    reply: listOf(KnowledgeDocument),
    extension: true,
  },
  /** Fetch one document with its content. */
  get: {
    summary: 'Fetch one document with its content.',
    method: 'GET',
    path: '/knowledge/documents/{id}',
    params: { id: KnowledgeDocumentId },
    scope: 'knowledge:read',
    cost: 'standard',
    reply: json(KnowledgeDocument),
    extension: true,
  },
  /** Change the name or the content of a document. */
  update: {
    summary: 'Change the name or the content of a document.',
    method: 'PATCH',
    path: '/knowledge/documents/{id}',
    params: { id: KnowledgeDocumentId },
    scope: 'knowledge:write',
    cost: 'heavy',
    body: KnowledgeDocumentUpdate,
    maxBodyBytes: limits.documentBodyBytes,
    reply: json(KnowledgeDocument),
  },
  /** Remove a document; the agent no longer answers from it. */
  delete: {
    summary: 'Remove a document; the agent no longer answers from it.',
    method: 'DELETE',
    path: '/knowledge/documents/{id}',
    params: { id: KnowledgeDocumentId },
    scope: 'knowledge:write',
    cost: 'standard',
    reply: json(deletionSchema(KnowledgeDocumentId, 'knowledge_document')),
    extension: true,
  },
})
