import { createWindows, type Store } from '@doorkit/store'
import type { Logger } from '../ports/logger.ts'

/**
 * Goes on counting in this process while the store cannot: on a full disk, or with the database
 * locked. What could still be read must not fail because it cannot be counted.
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
        const consequence = 'requests are counted by this process alone until it is back.'
        if (!failing) logger.error({ error }, `The store cannot count; ${consequence}`)
        failing = true
        return countHere(query)
      }
    },
  }
}
