import { toFetch } from './fetch.ts'

/**
 * Receives webhooks in a route handler of the Next.js app router:
 * `export const POST = toNext(router)` in `app/webhooks/route.ts`.
 *
 * In the pages router use `toNode`, with `export const config = { api: { bodyParser: false } }`.
 */
export const toNext: typeof toFetch = toFetch
