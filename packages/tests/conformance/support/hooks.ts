import { type Api, ok } from './api.ts'
import type { Target } from './receiver.ts'
import { until } from './until.ts'
import type { List, WebhookDelivery, WebhookEndpoint } from './wire.ts'

/** An endpoint with its secret, as creation and rotation return it. */
export type NewEndpoint = WebhookEndpoint & { readonly secret: string }

/** Creates functions that call the webhook operations and expect each call to succeed. */
export function createHooks(api: Api) {
  const path = '/webhook_endpoints'
  const listDeliveries = async (endpoint: string, query = '') => {
    const logPath = `${path}/${endpoint}/deliveries?limit=100${query}`
    return [...(await ok(api.get<List<WebhookDelivery>>(logPath))).data]
  }
  return {
    /** Creates an endpoint for a target. */
    subscribe: ({ url }: Pick<Target, 'url'>, ...events: readonly string[]) =>
      ok(api.post<NewEndpoint>(path, { url, events }), 201),
    get: (id: string) => ok(api.get<WebhookEndpoint>(`${path}/${id}`)),
    update: (id: string, change: object) => ok(api.patch(`${path}/${id}`, change)),
    remove: (id: string) => ok(api.delete(`${path}/${id}`)),
    rotate: (id: string) => ok(api.post<NewEndpoint>(`${path}/${id}/rotate_secret`)),
    /** Lists the deliveries of an endpoint, newest first, at most 100. */
    listDeliveries,
    /** Waits until an endpoint has a delivery with this status, and returns it. */
    untilDelivery: (endpoint: string, status: WebhookDelivery['status']) =>
      until(`a delivery that is ${status}`, async () =>
        (await listDeliveries(endpoint)).find((delivery) => delivery.status === status),
      ),
    redeliver: ({ endpoint, id }: WebhookDelivery) =>
      ok(api.post<WebhookDelivery>(`${path}/${endpoint}/deliveries/${id}/redeliver`)),
  }
}
