// What few clients need, in one file that is loaded when one of them first does: a bound on
// requests, a caller's idempotency key, a logger, middleware around calls, pages fetched ahead, a
// redirect. It imports nothing that the client has at the start, which bundlers would put into a
// third file.
export { composeCalls } from './call-middleware.ts'
export { createFetchAhead } from './fetch-ahead.ts'
export { followRedirects } from './follow-redirects.ts'
export { createKeyLedger } from './key-ledger.ts'
export { createReporter } from './reporter.ts'
export { createRequestGate } from './request-gate.ts'
