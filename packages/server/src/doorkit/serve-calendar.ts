import { Failure } from '../errors/failure.ts'
import { type HttpRequest, readBody } from '../http/pipeline/http-request.ts'
import { serveInOrder } from '../http/pipeline/serve-in-order.ts'
import { limitWaiting } from '../http/pipeline/unsent-answer.ts'
import { type Calendar, CalendarError } from '../ports/calendar.ts'
import { recordBooking } from '../recorder/record-booking.ts'
import type { Answer } from '../requests/http-answer.ts'
import { outsideAnswer } from '../requests/problem-answer.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { Services } from '../services/services.ts'
import { type ServedApi, type ServingParts, servedApi } from './serve-requests.ts'

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
  { base, ready, track }: ServingParts,
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

  const serve: ServedApi['serve'] = async (request) => {
    limitWaiting(request, base.clock)
    try {
      return await track(serveInOrder(request, async () => receive(await ready(), request)))
    } catch (error) {
      const failure = error instanceof CalendarError ? refusalOf(error) : error
      if (!(failure instanceof Failure)) {
        base.logger.error({ error }, 'A webhook of a calendar could not be processed.')
      }
      return outsideAnswer(base.makeId, failure)
    }
  }
  return servedApi(serve)
}

function refusalOf({ code, message }: CalendarError): Failure {
  return code === 'not_verified'
    ? new Failure('authentication_required', message)
    : new Failure('invalid_request', message)
}
