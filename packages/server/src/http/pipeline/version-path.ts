import { API_VERSION } from '@doorkit/models'
import { Failure } from '../../errors/failure.ts'
import { unexpectedFailure } from '../../errors/unexpected-failure.ts'
import type { MakeId } from '../../ids/ids.ts'
import { problemAnswer, type WholeAnswer } from '../../requests/answer.ts'

const version = '/v1'

/**
 * The path below the version segment, or null if the request is not for this API. With a mount path, the
 * version segment may be part of it (`app.use('/v1', …)`) or follow it.
 */
export function versionPath(pathname: string, mountPath: string): string | null {
  const mount = mountPath.replace(/\/+$/, '')
  if (!isBelow(pathname, mount)) return null
  const rest = pathname.slice(mount.length)
  if (mount.toLowerCase().endsWith(version)) return rest
  if (isBelow(rest, version)) return rest.slice(version.length)
  return mount === '' ? null : rest
}

/** Whether a target without a mount path is for this API. */
export function isBelowVersion(target: string): boolean {
  return /^\/v1(?:[/?]|$)/.test(target)
}

const isBelow = (pathname: string, prefix: string) =>
  pathname === prefix || pathname.startsWith(`${prefix}/`)

/** The answer to a request that does not reach the pipeline: outside the API, or before the kit is ready. */
export function outsideAnswer(makeId: MakeId, cause?: unknown): WholeAnswer {
  const requestId = makeId('request')
  const failure = failureOutside(cause)
  const more = { 'X-Request-Id': requestId, 'Service-Version': API_VERSION }
  const answer = problemAnswer(failure, requestId)
  return { ...answer, headers: { ...answer.headers, ...more } }
}

function failureOutside(cause: unknown): Failure {
  if (cause === undefined) {
    return new Failure('not_found', `There is nothing here: the API is below ${version}.`)
  }
  if (cause instanceof Failure) return cause
  return unexpectedFailure(cause, 'The server is not ready. Try again in a moment.')
}
