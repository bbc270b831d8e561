import { isEventType } from './event-types.ts'

export { isEventType }

interface SentEvent {
  type: string
  data?: unknown
}

/**
 * Changes a sent event, in place, into the form that programs read. A type that this version does not
 * know becomes `unknown`, with the sent event as `raw`. An object that was sent with only its id and
 * kind becomes `data.reference`. A second call changes nothing.
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
