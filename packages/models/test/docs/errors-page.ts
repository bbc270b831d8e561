import {
  type ErrorCode,
  errorCodes,
  errorTable,
  operationErrors,
  type RetryRule,
} from '../../src/index.ts'
import { operations } from '../operations.ts'
import { code, codes, page, table } from './markdown.ts'

const retryRules: Record<RetryRule, string> = {
  never:
    'Do not send it again as it is: change the request, the key, the workspace or the plan first.',
  soon: 'Send the same request again after a short wait; a write with the same `Idempotency-Key`.',
  after: 'Send the same request again after the seconds that `Retry-After` says.',
  reread: 'Read the object again, then send a new request.',
}

/** `400, 405 or 413`. */
const either = (statuses: readonly number[]): string =>
  statuses.join(', ').replace(/, (\d+)$/, ' or $1')

function answeredBy(error: ErrorCode): string {
  const some = operations.filter(({ operation }) => operationErrors(operation).includes(error))
  if (some.length === operations.length) return 'Every operation.'
  const scoped = operations.filter(({ operation }) => operation.scope !== 'none')
  if (error === 'insufficient_scope' && some.length === scoped.length) {
    return 'Every operation that needs a scope.'
  }
  const writes = operations.filter(({ operation }) => operation.method !== 'GET')
  if (some.length === writes.length && some.every((one) => writes.includes(one))) {
    return 'Every POST, PATCH and DELETE.'
  }
  return `${codes(some.map(({ id }) => id))}.`
}

const section = (error: ErrorCode): string => {
  const { statuses, title, retry, when } = errorTable[error]
  return [
    `## ${error}`,
    `**${title}**, status ${either(statuses)}. ${when}`,
    retryRules[retry],
    `Answered by: ${answeredBy(error)}`,
  ].join('\n\n')
}

/** The page that explains every error code; its sections are the `type` of problem documents. */
export function errorsPage(): string {
  const overview = errorCodes.map((error) => {
    const { statuses, title, retry } = errorTable[error]
    return [`[${code(error)}](#${error})`, statuses.join(', '), title, retry]
  })
  return page(
    '# Errors',
    'A test writes this page from the contract in `packages/models/src/error-codes.ts`; change it there.',
    'Every error is a problem document, `application/problem+json`. Branch on its `code`; new codes may be added, and old ones keep their meaning.',
    table(['Code', 'Status', 'Title', 'Retry'], overview),
    ...errorCodes.map(section),
  )
}
