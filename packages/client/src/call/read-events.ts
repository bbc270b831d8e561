import { readEvent } from '@doorkit/models/read-event'

/** Turns the events of an answer, one or a page, into those that programs read. */
export function readEvents(answer: unknown): void {
  const { data } = Object(answer) as { data?: unknown }
  for (const one of Array.isArray(data) ? data : [answer]) {
    if (one?.object === 'event') readEvent(one)
  }
}
