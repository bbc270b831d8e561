import * as z from 'zod'
import { limits } from './limits.ts'
import { DateFilter } from './timestamp.ts'

const { min, max, default: defaultSize } = limits.pageSize

/** The query of every paged list (docs/api.md#pagination). */
export const PageQuery = z.strictObject({
  limit: z
    .int()
    .min(min)
    .max(max)
    .optional()
    .meta({ description: 'The most items on one page.', default: defaultSize }),
  starting_after: z
    .string()
    .min(1)
    .max(2_048)
    .optional()
    .meta({ description: 'The `next_cursor` of the previous page; absent for the first page.' }),
})

/** The filter of lists that can be read incrementally. */
export const updatedSince = DateFilter.optional().meta({
  description: 'Only items that changed at this time or later.',
})

/** The filter of lists by creation time. */
export const createdSince = DateFilter.optional().meta({
  description: 'Only items that were created at this time or later.',
})

/** The schema of a list envelope around `Item`. */
export type ListSchema<Item extends z.ZodType> = z.ZodObject<{
  object: z.ZodLiteral<'list'>
  data: z.ZodArray<Item>
  has_more: z.ZodBoolean
  next_cursor: z.ZodNullable<z.ZodString>
}>

/** The envelope of every list (docs/api.md#list-envelope). */
export interface List<Item> {
  object: 'list'
  /** The items of this page. */
  data: Item[]
  /** Whether there is another page. */
  has_more: boolean
  /** Opaque; null on the last page. */
  next_cursor: string | null
}

/** The schema of the list envelope around an item's schema. */
export function listSchemaOf<Item extends z.ZodType>(item: Item): ListSchema<Item> {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean().meta({ description: 'Whether there is another page.' }),
    next_cursor: z.string().nullable().meta({ description: 'Opaque; null on the last page.' }),
  })
}
