import type { CollectionPlan, ListQuery, Row, Store } from '@doorkit/store'
import * as z from 'zod'
import { positionOf } from '../collections/collection.ts'
import { check } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'

/** The part of a list to read. */
export interface PageOptions {
  /** The id of the last item of the previous page. Default: from the start of the list. */
  readonly startingAfter?: string | undefined
  /** How many items to read: 1 to 1,000. Default 1,000. */
  readonly limit?: number | undefined
}

const Page = z.object({
  startingAfter: z.string().optional(),
  limit: z.int().min(1).max(1_000).default(1_000),
})

interface ListSource {
  readonly plan: CollectionPlan
  get(store: Store, id: string): Promise<Row | null>
}

/**
 * Checks page options and converts them into a query of an index.
 *
 * @throws KitError `invalid_input` for an unusable value or an unknown `startingAfter`.
 */
export async function readPage(
  store: Store,
  { plan, get }: ListSource,
  index: string,
  options: PageOptions,
): Promise<Pick<ListQuery, 'index' | 'after' | 'limit'>> {
  const { startingAfter, limit } = check(Page, options)
  if (startingAfter === undefined) return { index, limit }
  const last = await get(store, startingAfter)
  if (!last) {
    const problem = `startingAfter is ${startingAfter}, which does not exist.`
    throw new KitError('invalid_input', problem, { param: 'startingAfter' })
  }
  return { index, limit, after: positionOf(plan, index, last) }
}
