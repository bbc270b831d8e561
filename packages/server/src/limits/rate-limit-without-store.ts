import { createWindows, type Store } from '@doorkit/store'
import type { Logger } from '../ports/logger.ts'

/**
 * Counts requests in this process while the store cannot, for example because the disk is full. Otherwise,
 * requests that only read would fail, too.
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
        const consequence = 'Until it can, only this process counts its requests.'
        if (!isFailing) logger.error({ error }, `The store cannot count requests. ${consequence}`)
        isFailing = true
        return countHere(query)
      }
    },
  }
}
