// Every runtime declares these. Where its types are there, these add nothing to them; where none are
// (neither `lib.dom` nor `@types/node`), the names still mean something, and the client compiles.
// biome-ignore-start lint/suspicious/noEmptyInterface: they add nothing
declare global {
  interface AbortSignal {}
  interface Headers {}
  interface RequestInit {}
  interface Response {}
}
// biome-ignore-end lint/suspicious/noEmptyInterface: they add nothing

/** The part of `fetch` that the client uses. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>

/** The runtime's `fetch`: looked up at each call, as tests and tracing may replace it. */
export const globalFetch: FetchFunction = (url, init) => globalThis.fetch(url, init)
