import { DoorkitError } from '../errors/doorkit-error.ts'
import type {
  Fault,
  FaultTarget,
  HangOptions,
  LossOptions,
  StatusOptions,
  TruncateOptions,
} from './fault.ts'

/**
 * A script of faults. Each fault affects the next requests that it applies to. A request gets at most
 * one fault, the oldest. Adding an impossible fault throws a DoorkitError `invalid_argument`.
 */
export interface Faults {
  /** Answers with a status in place of the server's answer. */
  next(status: number, options?: StatusOptions): void
  /** Never answers, or stops in the middle of the answer. */
  hang(options?: HangOptions): void
  /** Breaks the connection before an answer. */
  reset(options?: LossOptions): void
  /** Breaks the connection in the middle of the answer's body. */
  truncate(options: TruncateOptions): void
  /** Answers late. */
  delay(milliseconds: number, options?: FaultTarget): void
  /** Removes all faults that have not happened. */
  clear(): void
  /** How many requests the remaining faults still affect. */
  readonly pending: number
}

/** {@link Faults} with the method that the fake network uses. */
export interface FaultScript extends Faults {
  /** Returns the fault that affects a request, and counts the request. */
  take(request: { readonly method: string; readonly path: string }): Fault | undefined
}

export function createFaults(): FaultScript {
  let script: { readonly fault: Fault; left: number }[] = []

  function add(fault: Fault) {
    const { times = 1, method = 'GET', path = '/' } = fault
    ensure(/^[A-Z]+$/.test(method), 'method must be in capitals: POST')
    ensure(/^\/[^?]*$/.test(path), 'path must begin with / and have no query: /contacts/{id}')
    ensure(
      times === Number.POSITIVE_INFINITY || isWhole(times, 1),
      'times must be a whole number from 1, or Infinity',
    )
    script.push({ fault, left: times })
  }

  return {
    next(status, options) {
      ensure(isWhole(status, 200) && status <= 599, 'The status must be from 200 to 599')
      add({ kind: 'status', status, ...options })
    },
    hang(options = {}) {
      ensure(isWhole(options.bytes ?? 0, 0), 'bytes must be a whole number from 0')
      add({ kind: 'hang', ...options })
    },
    reset: (options) => add({ kind: 'reset', ...options }),
    truncate(options) {
      ensure(isWhole(options.bytes, 0), 'bytes must be a whole number from 0')
      add({ kind: 'truncate', ...options })
    },
    delay(milliseconds, options) {
      ensure(milliseconds >= 0, 'A delay must be milliseconds, 0 or more')
      add({ kind: 'delay', milliseconds, ...options })
    },
    clear() {
      script = []
    },
    get pending() {
      return script.reduce((sum, { left }) => sum + left, 0)
    },
    take(request) {
      const found = script.find(({ fault }) => appliesTo(fault, request))
      if (!found) return undefined
      found.left -= 1
      script = script.filter(({ left }) => left > 0)
      return found.fault
    },
  }
}

function appliesTo({ method, path }: FaultTarget, request: { method: string; path: string }) {
  if (method !== undefined && method !== request.method) return false
  return path === undefined || matchesPath(path, request.path)
}

function matchesPath(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => /^\{.*\}$/.test(segment) || segment === given[index])
  )
}

function isWhole(value: number, least: number): boolean {
  return Number.isInteger(value) && value >= least
}

function ensure(holds: boolean, rule: string): void {
  if (!holds) throw new DoorkitError('invalid_argument', rule)
}
