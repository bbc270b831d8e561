import type { FetchFunction } from '../../src/index.ts'
import { transportUnderTest } from './transport-under-test.ts'

/**
 * A fetch that reports the arrival of the first headers. Everything after that happens inside the body.
 */
export function watchedFetch(): { fetch: FetchFunction; answered: Promise<void> } {
  let tell: () => void = () => {}
  const answered = new Promise<void>((resolve) => {
    tell = () => setImmediate(resolve)
  })
  return {
    answered,
    async fetch(url, init) {
      const response = await transportUnderTest().fetch(url, init)
      tell()
      return response
    },
  }
}
