import { errorCodes, errorDocsUrl, errorTable } from '@doorkit/models'
import type { ErrorCode } from '../contract/error-codes.ts'
import { apiVersion } from '../contract/routes.ts'
import type { Fault } from './fault.ts'

/** Creates the answer that a fault sends instead of the server's. */
export function faultAnswer(
  {
    status,
    code = firstCodeWith(status),
    retryAfter,
    headers = {},
    body,
  }: Extract<Fault, { kind: 'status' }>,
  requestId: string,
): Response {
  const document = code && {
    type: errorDocsUrl(code),
    title: errorTable[code].title,
    status,
    code,
    detail: 'A fault that the test asked for.',
    request_id: requestId,
  }
  const text = body ?? (document ? JSON.stringify(document) : `Status ${status}`)
  const response = new Response([204, 205, 304].includes(status) ? null : text, {
    status,
    headers: document
      ? {
          'content-type': 'application/problem+json',
          'x-request-id': requestId,
          'service-version': apiVersion,
        }
      : { 'content-type': 'text/plain' },
  })
  if (retryAfter !== undefined) response.headers.set('retry-after', String(retryAfter))
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

function firstCodeWith(status: number): ErrorCode | undefined {
  return errorCodes.find((code) =>
    (errorTable[code].statuses as readonly number[]).includes(status),
  )
}
