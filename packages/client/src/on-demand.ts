// What few clients need, in one file that is loaded when one of them first does: a bound on
// requests, a caller's idempotency key, a logger, a redirect.
export { followRedirects } from './follow-redirects.ts'
export { createKeyLedger } from './key-ledger.ts'
export { createReporter } from './reporter.ts'
export { createRequestGate } from './request-gate.ts'
