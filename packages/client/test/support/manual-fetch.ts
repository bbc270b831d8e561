import type { FetchFunction } from '../../src/index.ts'
import { nextTick } from './next-tick.ts'

/** A `fetch` whose requests a test answers by hand. */
export interface HeldFetch {
  readonly fetch: FetchFunction
  /** The requests without an answer, the oldest first, including aborted ones. */
  readonly open: readonly HeldRequest[]
  /** The paths of all requests, in order. */
  readonly paths: readonly string[]
  /** The most requests that were open at the same time. */
  mostOpen(): number
  /** Waits until this many requests are open. */
  arrived(count: number): Promise<void>
}

/** A request without an answer. */
export interface HeldRequest {
  /** Answers the request, by default with the answer that `heldFetch` was given. */
  answer(response?: Response): void
}

/** Creates a fetch that answers when the test tells it to, and rejects when its signal is aborted. */
export function heldFetch(answer = () => Response.json({})): HeldFetch {
  const open: HeldRequest[] = []
  const paths: string[] = []
  let most = 0
  return {
    open,
    paths,
    mostOpen: () => most,
    async arrived(count) {
      while (open.length < count) await nextTick()
    },
    fetch: (url, { signal }) =>
      new Promise<Response>((resolve, reject) => {
        paths.push(new URL(url).pathname)
        const request: HeldRequest = {
          answer(response = answer()) {
            open.splice(open.indexOf(request), 1)
            resolve(response)
          },
        }
        most = Math.max(most, open.push(request))
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  }
}
