import type { Reply } from './reply.ts'
import type { Webhooks } from './webhooks.ts'

/** The features that a scenario can need and an SDK can lack. */
export type Feature =
  | 'retries'
  | 'timeout'
  | 'deadline'
  | 'signal'
  | 'idempotencyKey'
  | 'logger'
  | 'responseLimit'
  | 'list'
  | 'stream'
  | 'webhookHeaders'
  | 'webhookSecrets'
  | 'webhookTolerance'
  | 'webhookClock'

/**
 * Why a scenario cannot run with an SDK. `absent` counts as not passed, because the SDK has no such
 * feature. `not-applicable` does not count, because the case cannot happen in that SDK.
 */
export interface Lack {
  readonly verdict: 'absent' | 'not-applicable'
  readonly saw: string
}

/** An SDK, and the best way in its documentation to do what the scenarios need. */
export interface Sdk {
  readonly name: string
  readonly version: string
  readonly lacks: Partial<Readonly<Record<Feature, Lack>>>
  readonly dialect: Dialect
  /** Creates a client; may throw. */
  connect(settings: Settings): Connection
  /** Whether an error is of the SDK's own kind, so that its users can tell it from a bug. */
  owns(error: unknown): boolean
  readonly webhooks: Webhooks
}

/** The settings of a client. An SDK ignores settings for which it has no option. */
export interface Settings {
  readonly origin: string
  readonly apiKey: string
  readonly maxRetries: number
  /** The time limit of one attempt. */
  readonly timeoutMs: number
  /** The longest time that a stream may be silent. */
  readonly idleTimeoutMs?: number | undefined
  readonly maxResponseBytes?: number | undefined
  /** Receives everything that the SDK logs, at its finest level. */
  readonly onLog?: ((text: string) => void) | undefined
}

/** The settings of one call. */
export interface CallSettings {
  readonly signal?: AbortSignal | undefined
  /** The time limit of the whole call with its retries. */
  readonly deadlineMs?: number | undefined
  readonly idempotencyKey?: string | undefined
}

/** A client of an SDK, with the calls that scenarios make. */
export interface Connection {
  readonly client: unknown
  /** Reads one object by its id. */
  get(id: string, call?: CallSettings): PromiseLike<unknown>
  /** Creates an object, by POST. */
  create(call?: CallSettings): PromiseLike<unknown>
  /** Deletes an object, by an operation whose answer may be empty. */
  remove(id: string): PromiseLike<unknown>
  /** Reads a whole list, with as many requests as necessary. */
  list(call?: CallSettings): AsyncIterable<{ readonly id: string }>
  /** Requests a streamed answer, and yields its texts. */
  stream(call?: CallSettings): AsyncIterable<string>
}

/** The answers of an SDK's API. */
export interface Dialect {
  readonly requestIdHeader: string
  /** One object, as the API returns it for `get` and `create`. */
  object(id: string): unknown
  /** A page of a list. `next` is the cursor of the next page, null on the last one. */
  page(ids: readonly string[], next: string | null): unknown
  /** A refusal. If the API has a header that says whether to retry, `retry` sets it. */
  refusal(status: number, code: string, message: string, retry?: boolean): Reply
  /** The events of a streamed answer. */
  readonly stream?: StreamDialect | undefined
}

/** The events of a streamed answer, each with the blank line at its end. */
export interface StreamDialect {
  readonly start: string
  text(text: string): string
  readonly end: string
  error(message: string): string
}
