import { longestDelayMs } from '../attempt/clock.ts'
import { checkHeader, readHeaders } from '../attempt/headers.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import type { ListOptions, StreamOptions } from './call-options.ts'

const times = ['timeout', 'deadline', 'idleTimeout', 'queueTimeout'] as const

/** Options whose headers are checked and copied into an object. */
export interface WithHeaders {
  readonly headers?: Readonly<Record<string, string>> | undefined
}

type CheckedOptions = Omit<StreamOptions & ListOptions, 'query' | 'body'> & {
  readonly maxResponseBytes?: number | undefined
}

/**
 * Checks options of a client or a call. Returns a copy with the headers as an object, since an iterator
 * of headers can be read only once.
 */
export function checkOptions<Options extends CheckedOptions>(
  given: Options | undefined,
): Omit<Options, 'headers'> & WithHeaders {
  const options = { ...given } as Options
  for (const name of times) {
    const value = options[name] ?? 1
    // A numeric string would pass the comparisons, and then be concatenated instead of added.
    if (!(value >= 1 && value <= longestDelayMs && value === +value)) {
      throw refusal(name, `1 to ${longestDelayMs} milliseconds`)
    }
  }
  checkCount(options.maxRetries, 'maxRetries')
  checkCount(options.maxResponseBytes, 'maxResponseBytes')
  checkCount(options.maxItems, 'maxItems', 1)
  const { signal, version, headers } = options
  if (signal && !('aborted' in signal))
    throw refusal('signal', 'an AbortSignal, such as the signal of an AbortController')
  if (version) checkHeader('service-version', version)
  return Object.assign(options, { headers: headers && readHeaders(headers) })
}

export function checkCount(value = 1, name: string, least = 0): void {
  if (!Number.isInteger(value) || value < least) {
    throw refusal(name, `a whole number from ${least}`)
  }
}

export function refusal(name: string, expected: string): DoorkitError {
  return new DoorkitError('invalid_option', `${name} must be ${expected}`)
}
