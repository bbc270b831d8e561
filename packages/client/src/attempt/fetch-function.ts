// The types of a runtime (`lib.dom` or `@types/node`) declare these names, and empty interfaces add
// nothing to them. Without these types, programs that use the client still compile.
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

/** The runtime's `fetch`, looked up for each request because tests and tracing may replace it. */
export const globalFetch: FetchFunction = (url, init) => globalThis.fetch(url, init)
