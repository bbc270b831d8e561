import { type ErrorCode, errorCodes, errorTable } from '../error-codes.ts'
import { isIdempotent, type Operation, operationErrors } from '../operation.ts'
import { Problem, problem } from '../problem.ts'
import type { Components } from './components.ts'
import type { Reference } from './document.ts'
import { headerReferences, type ResponseHeader } from './headers.ts'

// A request that is refused with one of these codes does not get the lock of its idempotency key, so the
// refusal is not stored.
const beforeLock: readonly ErrorCode[] = [
  'authentication_required',
  'invalid_api_key',
  'payment_required',
  'unsupported_version',
  'insufficient_scope',
  'idempotency_key_in_use',
  'idempotency_key_reused',
]

const neverStored: readonly ErrorCode[] = ['rate_limited', 'quota_exceeded', 'internal_error']

/** Whether a refusal with a code may be stored under the idempotency key of its request. */
function mayBeStored(code: ErrorCode, { errors }: Operation): boolean {
  // The operations with `feature_disabled` are the chat API. They check the billing again, after the lock.
  if (code === 'payment_required' && errors?.includes('feature_disabled')) return true
  return !beforeLock.includes(code) && !neverStored.includes(code)
}

/** The statuses that an operation uses for one of its codes. */
function statusesOf(code: ErrorCode, operation: Operation): number[] {
  if (code === 'invalid_request') return operation.body ? [400, 413] : [400]
  if (code === 'internal_error')
    return operation.reply.kind === 'stream' ? [500, 502, 503] : [500, 503]
  return [...errorTable[code].statuses]
}

/**
 * The statuses that clients must expect from every operation, even from one that never returns them today.
 */
const statusesOfEveryOperation = [400, 401, 402, 403, 404, 409, 422, 429] as const

/** The codes with which an operation may refuse a request, by status, lowest status first. */
function errorsByStatus(operation: Operation): Map<number, ErrorCode[]> {
  const pairs = operationErrors(operation).flatMap((code) =>
    statusesOf(code, operation).map((status) => ({ status, code })),
  )
  const statuses = [...new Set(pairs.map(({ status }) => status))].sort((low, high) => low - high)
  return new Map(
    statuses.map((status) => [
      status,
      pairs.filter((pair) => pair.status === status).map(({ code }) => code),
    ]),
  )
}

const replayed: ResponseHeader = 'Idempotent-Replayed'

function headersOf(
  status: number,
  codes: readonly ErrorCode[],
  operation: Operation,
): ResponseHeader[] {
  const names: ResponseHeader[] = ['X-Request-Id', 'Service-Version']
  if (status !== 401) names.push('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset')
  if (status === 401 || codes.includes('insufficient_scope')) names.push('WWW-Authenticate')
  if (status === 429 || status === 503 || codes.includes('idempotency_key_in_use'))
    names.push('Retry-After')
  const isStorable = codes.some((code) => mayBeStored(code, operation))
  // Refusals of an operation whose idempotency key is a field of the body are never stored.
  if (isIdempotent(operation) && !operation.idempotencyField && isStorable) names.push(replayed)
  return names
}

/** The problem document of a code and status, as an example. */
function exampleOf(code: ErrorCode, status: number, components: Components): Reference {
  const { statuses, title, when } = errorTable[code]
  const value = problem(code, { status, detail: when, requestId: 'req_6Yw2dEXAMPLE' })
  const name = status === statuses[0] ? code : `${code}_${status}`
  return components.example(name, { summary: title, value })
}

export function errorResponses(
  operation: Operation,
  components: Components,
): Record<string, Reference> {
  const responses: Record<string, Reference> = {}
  const add = (
    name: string,
    status: number,
    codes: readonly ErrorCode[],
    headers: readonly ResponseHeader[],
    description: string,
  ) => {
    const examples = codes.map((code) => [code, exampleOf(code, status, components)])
    const schema = components.schema(Problem)
    responses[status] = components.response(name, {
      description,
      headers: headerReferences(headers),
      content: { 'application/problem+json': { schema, examples: Object.fromEntries(examples) } },
    })
  }
  for (const [status, codes] of errorsByStatus(operation)) {
    const headers = headersOf(status, codes, operation)
    const description = `${codes.map((code) => `\`${code}\``).join(', ')}.`
    const name = [status, ...codes, ...(headers.includes(replayed) ? ['replayable'] : [])].join('.')
    add(name, status, codes, headers, description)
  }
  for (const status of statusesOfEveryOperation) {
    if (responses[status]) continue
    const codes = errorCodes.filter((code) => [...errorTable[code].statuses].includes(status))
    const description = 'This operation never returns this status today, but a later version may.'
    add(`${status}.reserved`, status, codes, headersOf(status, [], operation), description)
  }
  return responses
}
