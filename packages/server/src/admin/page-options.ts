import type { ListQuery, Store } from '@doorkit/store'
import * as z from 'zod'
import { type Directory, positionOf } from '../collections/collection.ts'
import { check } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'

/** Which part of a long list to read. */
export interface PageOptions {
  /** The id of the last one of the page before. Default: the list is read from its beginning. */
  readonly startingAfter?: string | undefined
  /** 1 to 1,000. Default 1,000. */
  readonly limit?: number | undefined
}

const Page = z.object({
  startingAfter: z.string().optional(),
  limit: z.int().min(1).max(1_000).default(1_000),
})

/**
 * Where a page begins in an index, and how long it is.
 *
 * @throws KitError `invalid_input` when a value is unusable or the last one is not there.
 */
export async function readPage<Keys, Data>(
  store: Store,
  { plan, get }: Directory<Keys, Data>,
  index: string,
  options: PageOptions,
): Promise<Pick<ListQuery, 'index' | 'after' | 'limit'>> {
  const { startingAfter, limit } = check(Page, options)
  if (startingAfter === undefined) return { index, limit }
  const last = await get(store, startingAfter)
  if (!last) {
    const problem = `There is no ${startingAfter} to go on after.`
    throw new KitError('invalid_input', problem, { param: 'startingAfter' })
  }
  return { index, limit, after: positionOf(plan, index, last) }
}
