import { isEventType } from './event-types.ts'

export { isEventType }

interface SentEvent {
  type: string
  data?: unknown
}

/**
 * Turns an event as it was sent into the event that programs read, in place: a type that this version
 * does not know becomes `unknown` with what was sent as `raw`, and an object of which only id and kind
 * were shown becomes `data.reference`. An event that was read before stays as it is.
 */
export function readEvent(event: SentEvent): void {
  const { type } = event
  if (!isEventType(type)) {
    if (!(type === 'unknown' && 'raw' in event)) {
      Object.assign(event, { type: 'unknown', raw: { ...event } })
    }
    return
  }
  const { object } = Object(event.data) as { object?: unknown }
  if (Object.keys(Object(object)).sort().join() === 'id,object') event.data = { reference: object }
}
