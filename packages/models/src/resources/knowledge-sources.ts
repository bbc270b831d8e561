import * as z from 'zod'
import { deletionSchema } from '../deletion.ts'
import { KnowledgeSourceId } from '../ids.ts'
import { PageQuery } from '../list.ts'
import { created, defineOperations, json, listOf } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'
import { webAddress } from '../web-address.ts'

/** A page that the agent reads and answers from (docs/api.md#knowledge-page). */
export const KnowledgeSource = z
  .object({
    id: KnowledgeSourceId,
    object: z.literal('knowledge_source'),
    url: z.string(),
    section: z
      .string()
      .nullable()
      .meta({ description: 'Your own name for the part of the site that the page belongs to.' }),
    title: z.string().nullable().meta({
      description:
        'Null until the page has been read, and for a page with neither a title nor a heading.',
    }),
    status: z.enum(['pending', 'ready', 'failed']),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt to read the page failed.' }),
    characters: z
      .int()
      .min(0)
      .meta({ description: "The length of the page's text in characters." }),
    chunks: z.int().min(0).meta({ description: 'How many passages the agent can find.' }),
    read_at: Timestamp.nullable().meta({
      description: 'When the page was last read; null until it has been read once.',
    }),
    created_at: Timestamp,
  })
  .meta({ id: 'KnowledgeSource' })
export type KnowledgeSource = z.infer<typeof KnowledgeSource>

/** A page to read. */
export const KnowledgeSourceCreate = z
  .strictObject({
    url: webAddress({ protocol: /^https?$/ }).meta({
      description: 'http or https, on a public host.',
    }),
    section: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .optional()
      .meta({ description: 'Your own name for the part of the site that the page belongs to.' }),
  })
  .meta({ id: 'KnowledgeSourceCreate', extension: true })
export type KnowledgeSourceCreate = z.infer<typeof KnowledgeSourceCreate>

const params = { id: KnowledgeSourceId }

/** The pages that the agent reads and answers from. */
export const knowledgeSources = defineOperations({
  /** Add a page for the agent to read. */
  create: {
    summary: 'Add a page for the agent to read.',
    method: 'POST',
    path: '/knowledge/sources',
    scope: 'knowledge:write',
    cost: 'standard',
    body: KnowledgeSourceCreate,
    reply: created(KnowledgeSource),
    extension: true,
  },
  /** List pages, newest first. */
  list: {
    summary: 'List pages, newest first.',
    method: 'GET',
    path: '/knowledge/sources',
    scope: 'knowledge:read',
    cost: 'standard',
    query: PageQuery,
    reply: listOf(KnowledgeSource),
    extension: true,
  },
  /** Fetch one page. */
  get: {
    summary: 'Fetch one page.',
    method: 'GET',
    path: '/knowledge/sources/{id}',
    params,
    scope: 'knowledge:read',
    cost: 'standard',
    reply: json(KnowledgeSource),
  },
  /** Remove a page; the agent no longer answers from it. */
  delete: {
    summary: 'Remove a page; the agent no longer answers from it.',
    method: 'DELETE',
    path: '/knowledge/sources/{id}',
    params,
    scope: 'knowledge:write',
    cost: 'standard',
    reply: json(deletionSchema(KnowledgeSourceId, 'knowledge_source')),
    extension: true,
  },
  /** Request a new reading of a page. */
  refresh: {
    summary: 'Request a new reading of a page.',
    method: 'POST',
    path: '/knowledge/sources/{id}/refresh',
    params,
    scope: 'knowledge:write',
    cost: 'heavy',
    reply: json(KnowledgeSource),
  },
})
