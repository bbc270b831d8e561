import { createWindows, type Store } from '@doorkit/store'
import type { Logger } from '../ports/logger.ts'

/**
 * Counts requests in this process while the store cannot, for example because the disk is full. Requests
 * that only read then still succeed.
 */
export function countWithoutStore(
  store: Pick<Store, 'consume'>,
  logger: Logger,
): Pick<Store, 'consume'> {
  const countHere = createWindows()
  let isFailing = false
  return {
    async consume(query) {
      try {
        const result = await store.consume(query)
        if (isFailing) logger.info({}, 'The store counts requests again.')
        isFailing = false
        return result
      } catch (error) {
        const message =
          'The store cannot count requests. Until it can, each process counts its own requests.'
        if (!isFailing) logger.error({ error }, message)
        isFailing = true
        return countHere(query)
      }
    },
  }
}
