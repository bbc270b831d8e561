import { api, type Operation } from '@doorkit/models'
import type { WithMeta } from '../answer/call-meta.ts'
import type { CallContext, CallMiddleware } from '../attempt/middleware.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { DriftError } from './drift-error.ts'
import { type FieldDrift, findDrift } from './find-drift.ts'

/** The drift of one answer. */
export interface Drift {
  /** The operation, for example `contacts.get`. */
  readonly operation: string
  /** The server's id of the request; undefined if the answer had none. */
  readonly requestId: string | undefined
  /** The fields that differ, without their values. */
  readonly fields: readonly FieldDrift[]
}

/** The options of the validation. */
export interface ValidateOptions {
  /**
   * - `off`: answers are not validated.
   * - `warn`: drift is reported, and the answer is delivered unchanged.
   * - `throw`: the call rejects with a {@link DriftError}. For tests only: the server has performed a
   *   write all the same.
   */
  readonly mode: 'off' | 'warn' | 'throw'
  /**
   * Called for every answer that has drift; an error of this function ends the call. With `warn`, the
   * client also logs a warning, once for each field of an operation.
   */
  readonly onDrift?: ((drift: Drift) => void) | undefined
}

/**
 * Creates middleware that compares every answer with the contract. The contract is open, so unknown
 * fields, unknown values of enumerations and unknown kinds of events and actions are not drift. Streams
 * and raw requests are not compared.
 *
 * @throws DoorkitError `invalid_option` for another mode.
 */
export function validateResponses({ mode, onDrift }: ValidateOptions): CallMiddleware {
  if (!['off', 'warn', 'throw'].includes(mode)) {
    throw new DoorkitError('invalid_option', "mode must be 'off', 'warn' or 'throw'")
  }
  const warned = new Set<string>()

  function warn({ operation, logger }: CallContext, { meta }: WithMeta<unknown>, drift: Drift) {
    for (const { path, expected, found } of drift.fields) {
      const field = path.replaceAll(/\[\d+\]/g, '[]')
      const warning = `${operation.id} ${field}`
      if (warned.has(warning)) continue
      warned.add(warning)
      const { id, method, path: operationPath } = operation
      try {
        logger?.warn({
          event: 'drift',
          message: `${id}: ${field || 'the answer'} should be ${expected} and is ${found}`,
          operation: id,
          method,
          path: operationPath,
          attempt: meta.attempts,
          status: meta.status,
          requestId: meta.requestId,
          field,
        })
      } catch {}
    }
  }

  const wrapCall: CallMiddleware['wrapCall'] = async (next, context) => {
    const result = await next()
    const { id } = context.operation
    const schema = mode === 'off' || context.stream ? undefined : schemaOf(id)
    const fields = schema ? findDrift(schema, result.data) : []
    if (fields.length === 0) return result
    const drift = { operation: id, requestId: result.meta.requestId, fields }
    onDrift?.(drift)
    if (mode === 'throw') throw new DriftError(id, result, fields)
    warn(context, result, drift)
    return result
  }
  return { wrapCall }
}

function schemaOf(id: string): Operation['reply']['schema'] | undefined {
  const [resource = '', name = ''] = id.split('.')
  const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = api
  return operations[resource]?.[name]?.reply.schema
}
