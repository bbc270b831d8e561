import * as z from 'zod'
import { defineOperations, listOf } from '../operation.ts'

/** A passage that was found for a question, and the words that match. */
export const FoundPassage = z.object({
  id: z.string(),
  object: z.literal('found_passage'),
  title: z.string().meta({ description: 'The name of the document, or the title of the page.' }),
  heading: z.string().nullable(),
  url: z.string().nullable().meta({ description: 'Null for a document.' }),
  text: z.string(),
  score: z.number(),
  because: z
    .array(
      z.object({
        asked: z.string().meta({ description: 'A word of the question; empty for a phrase.' }),
        found: z
          .array(z.string())
          .meta({ description: 'Up to five words of the passage that match it.' }),
      }),
    )
    .meta({
      description:
        'The words of the question that match words of the passage. Empty if none match: the passage was found by its meaning, by the correction of a misspelled word, or by a search engine of the host.',
    }),
})
export type FoundPassage = z.infer<typeof FoundPassage>

/** The question of a trial search. */
export const KnowledgeQuestion = z.strictObject({ text: z.string().min(1).max(1_000) })
export type KnowledgeQuestion = z.infer<typeof KnowledgeQuestion>

/** Trials of the search that the agent uses. */
export const knowledgeSearch = defineOperations({
  /** List the passages that the agent finds for a question, with the words that match. */
  list: {
    summary: 'List the passages that the agent finds for a question, with the words that match.',
    method: 'GET',
    path: '/knowledge_search',
    scope: 'knowledge:read',
    cost: 'heavy',
    query: KnowledgeQuestion,
    reply: listOf(FoundPassage),
  },
})
