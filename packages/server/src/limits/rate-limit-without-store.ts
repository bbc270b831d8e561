import { createWindows, type Store } from '@doorkit/store'
import type { Logger } from '../ports/logger.ts'

/**
 * Counts requests in this process while the store cannot, because the disk is full or the database
 * locked. Requests that only read must not fail because they cannot be counted.
 */
export function countWithoutStore(
  store: Pick<Store, 'consume'>,
  logger: Logger,
): Pick<Store, 'consume'> {
  const countHere = createWindows()
  let failing = false
  return {
    async consume(query) {
      try {
        const result = await store.consume(query)
        if (failing) logger.info({}, 'The store counts requests again.')
        failing = false
        return result
      } catch (error) {
        const consequence = 'Until it can, only this process counts its requests.'
        if (!failing) logger.error({ error }, `The store cannot count requests. ${consequence}`)
        failing = true
        return countHere(query)
      }
    },
  }
}
