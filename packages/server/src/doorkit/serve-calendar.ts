import { Failure } from '../errors/failure.ts'
import { type HttpRequest, readBody } from '../http/pipeline/http-request.ts'
import { type Calendar, CalendarError } from '../ports/calendar.ts'
import { recordBooking } from '../recorder/record-calendar-report.ts'
import type { Answer } from '../requests/http-answer.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { Services } from '../services/services.ts'
import { answerRequest, type ServedApi, type ServingParts, servedApi } from './serve-requests.ts'

/** The size of the largest body that a calendar may send, in bytes. */
const mostBytes = 262_144

/** The calendar to receive webhooks from, and its workspace. */
export interface CalendarOptions {
  /** The id of the workspace whose meetings the calendar books. */
  readonly workspace: string
  /** The calendar: `calcom({ secret })` or `calendly({ signingKey })`. */
  readonly calendar: Calendar
}

/** Receives the webhooks of a calendar, at any path below its mount. */
export function serveCalendar(
  parts: ServingParts,
  { workspace, calendar }: CalendarOptions,
): ServedApi {
  async function receive(services: Services, request: HttpRequest): Promise<Answer> {
    if (request.method !== 'POST') {
      const detail = 'A calendar sends its webhooks with POST.'
      const headers = { Allow: 'POST' }
      throw new Failure('invalid_request', detail, { status: 405, headers })
    }
    const { bytes, tooLarge } = await readBody(request, mostBytes, services.clock)
    if (tooLarge) throw new Failure('invalid_request', 'The body is too large.', { status: 413 })
    const report = calendar.read({
      // Calendars sign the UTF-8 text of the body.
      body: new TextDecoder().decode(bytes),
      header: request.header,
      now: services.clock.now(),
    })
    await findWorkspace(services.store, workspace)
    const { provider } = calendar
    const taken = report
      ? await recordBooking(services, { workspace, provider, report })
      : 'ignored'
    const headers = { 'Content-Type': 'application/json' }
    return { status: 200, headers, body: JSON.stringify({ taken }) }
  }

  const problem = 'A webhook of a calendar could not be processed.'
  return servedApi((request) =>
    answerRequest(parts, request, problem, async () => {
      try {
        return await receive(await parts.ready(), request)
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error
        const isVerified = error.code !== 'not_verified'
        throw new Failure(isVerified ? 'invalid_request' : 'authentication_required', error.message)
      }
    }),
  )
}
