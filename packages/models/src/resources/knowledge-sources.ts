import * as z from 'zod'
import { KnowledgeSourceId } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'

/** A page that the agent reads and answers from (spec: Knowledge page). */
export const KnowledgeSource = z
  .object({
    id: KnowledgeSourceId,
    object: z.literal('knowledge_source'),
    url: z.string(),
    section: z.string().nullable(),
    title: z.string().nullable(),
    status: z.enum(['pending', 'ready', 'failed']),
    error: z.string().nullable().meta({ description: 'Why the last reading failed.' }),
    characters: z.int().min(0),
    chunks: z.int().min(0),
    read_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'KnowledgeSource' })
export type KnowledgeSource = z.infer<typeof KnowledgeSource>
