import type { WithMeta } from '../answer/call-meta.ts'
import { DoorkitError, withFacts } from '../errors/doorkit-error.ts'
import { withoutNulls } from '../errors/without-nulls.ts'
import type { FieldDrift } from './find-drift.ts'

/** An answer differs from the contract. The request itself succeeded, so a write was performed. */
export class DriftError extends DoorkitError {
  protected static override readonly brand: string = 'DriftError'
  override readonly name = 'DriftError'
  declare readonly code: 'response_drift'
  /** The fields that differ, without their values. */
  readonly fields: readonly FieldDrift[]
  readonly #data: unknown

  constructor(operation: string, { data, meta }: WithMeta<unknown>, fields: readonly FieldDrift[]) {
    const { path = '', expected, found } = fields[0] ?? {}
    const reason = `The answer is not what the contract says: ${path || 'it'} should be ${expected} and is ${found}. Report it to whoever runs the server.`
    super(
      'response_drift',
      withFacts(`${operation}: ${reason}`, ['response_drift', meta.requestId]),
    )
    this.fields = fields
    this.#data = data
    const { requestId, idempotencyKey, attempts } = meta
    Object.assign(this, withoutNulls({ operation, attempts, requestId, idempotencyKey }))
    Object.defineProperty(this, 'meta', { value: meta })
  }

  /** The answer. It is not enumerable, because it may contain personal data that logs must not show. */
  get data(): unknown {
    return this.#data
  }
}
