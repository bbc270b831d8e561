import { type FetchFunction, globalFetch } from './fetch-function.ts'
import { once } from './once.ts'

/** Makes what a client sends with when it is told nothing: the global `fetch`, on Node at less cost. */
export function createDefaultFetch(): FetchFunction {
  if (!globalThis.process?.versions?.undici) return globalFetch
  let send: FetchFunction | undefined
  // Where it cannot be loaded, as under some test runners, nothing is lost but speed.
  const load = once(async () => {
    send = await import('./node-fetch.ts').then(
      ({ createNodeFetch }) => createNodeFetch(globalFetch),
      () => globalFetch,
    )
    return send
  })
  return (url, init) => send?.(url, init) ?? load().then((loaded) => loaded(url, init))
}
