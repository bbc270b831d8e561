import { createWebhookRouter, type WebhookError, type WebhookRouterOptions } from '../src/index.ts'
import { webhookDelivery, webhookFixture } from '../src/testing.ts'
import { secrets } from './vectors/secrets.ts'

/** The secret of the deliveries. */
export const secret = secrets.current ?? ''
/** The event that is delivered. */
export const event = webhookFixture('meeting.booked')
/** A delivery that verifies. */
export const delivery = webhookDelivery(event, { secret })

/** Creates a router that records the events that reach its fallback, and its errors. */
export function createRecordingRouter(options: Partial<WebhookRouterOptions> = {}) {
  const notes: string[] = []
  const router = createWebhookRouter({
    secret,
    fallback: (event) => notes.push(`fallback ${event.type}`),
    onError: (error) => notes.push(`error ${(error as WebhookError).code ?? error}`),
    ...options,
  } as WebhookRouterOptions)
  return { router, notes }
}

/** Creates a promise, and the function that resolves it. */
export function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** The answer of a receiver. */
export const answer = (status: number, body: object) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
