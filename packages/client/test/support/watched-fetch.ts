import type { FetchFunction } from '../../src/index.ts'
import { transportUnderTest } from './transport-under-test.ts'

/** A fetch that reports when its first answer begins, so that a test can act while the body is read. */
export function watchedFetch(): { fetch: FetchFunction; answered: Promise<void> } {
  let notify: () => void = () => {}
  const answered = new Promise<void>((resolve) => {
    notify = () => setImmediate(resolve)
  })
  return {
    answered,
    async fetch(url, init) {
      const response = await transportUnderTest().fetch(url, init)
      notify()
      return response
    },
  }
}
