import type { AttemptHooks } from './call-middleware.ts'
import type { DoorkitError } from './errors/doorkit-error.ts'
import type { CallMeta } from './meta.ts'
import type { AttemptRecord } from './operation-info.ts'
import type { Reporter } from './reporter.ts'

/** The state of one logical call, from its first attempt to its end. */
export interface Progress {
  readonly headers: Readonly<Record<string, string>>
  readonly deadlineMs: number
  /** When the whole call must have ended, in the client's time. */
  readonly endsAt: number
  readonly history: AttemptRecord[]
  /** What the last answer said; undefined when the last attempt had none. */
  meta?: CallMeta | undefined
  /** Why the attempt before failed. */
  lastError?: DoorkitError | undefined
  /** What goes along with each attempt; a core has none. */
  readonly hooks?: readonly AttemptHooks[]
  /** Told of what happens; a core has none. */
  readonly reporter?: Reporter | undefined
}
