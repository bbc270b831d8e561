import { eventEnvelope, limits, toTimestamp, WebhookDelivery } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import { deliveries, toDelivery } from '../collections/delivery.ts'
import { dueDeliveries } from '../collections/due-delivery.ts'
import { endpointQueues } from '../collections/endpoint-queue.ts'
import { events } from '../collections/event.ts'
import {
  type EndpointData,
  endpoints,
  type StoredEndpoint,
  toEndpoint,
} from '../collections/webhook-endpoint.ts'
import { workspaces } from '../collections/workspace.ts'
import type { Context } from '../commit/request-context.ts'
import { Failure, notFound } from '../errors/failure.ts'
import { removeRows } from '../privacy/erase-row.ts'
import { everybody } from '../privacy/people-in-text.ts'
import { changedAt } from '../values/changed-at.ts'
import { overlay } from '../values/overlay-changes.ts'
import { queueAgain } from '../webhooks/redeliver.ts'
import {
  activeSecrets,
  generateSigningSecret,
  rotateSecrets,
  sealSecret,
} from '../webhooks/signing-secrets.ts'
import { wakeQueues } from '../webhooks/wake-queues.ts'
import { deletion } from './delete-object.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'
import { page } from './list-page.ts'

const statuses = WebhookDelivery.shape.status.options

const find = finder(endpoints, 'webhook endpoint')
const remove = deletion('webhook_endpoint', endpoints, find, ({ workspace }, { id }) => [
  endpointQueues.remove(workspace.id, id),
  workspaces.patch(workspace.id, { add: { endpoints: -1 } }),
])

export const webhookEndpoints: Handlers['webhookEndpoints'] = {
  async create({ body }, context) {
    await context.checkUrl(body.url, context.workspace.id)
    const workspace = context.workspace.id
    const limit = context.plans[context.workspace.data.plan].webhook_endpoints
    return context.write(async (at) => {
      const row = await workspaces.get(context.store, workspace)
      if (!row || row.columns.endpoints >= limit) {
        const detail = `This workspace has reached its limit of webhook endpoints (${limit}). Delete one first.`
        throw new Failure('conflict', detail)
      }
      const id = context.makeId('webhookEndpoint')
      const secret = generateSigningSecret()
      const columns = { workspace, created_at: at, updated_at: at, enabled: 1 }
      const data: EndpointData = {
        url: body.url,
        description: body.description ?? '',
        events: body.events,
        disabled_reason: null,
        failing_since: null,
        secrets: [sealSecret(context, id, secret)],
      }
      return {
        ops: [
          workspaces.patch(
            workspace,
            { add: { endpoints: 1 } },
            { when: [{ column: 'endpoints', op: 'lt', value: limit }] },
          ),
          endpoints.insert(id, columns, data),
          endpointQueues.insert(id, { workspace, due_at: null, lease: '', places: 1 }, null),
        ],
        reply: toEndpoint({ id, columns, data }, secret),
      }
    })
  },

  async list(_input, context) {
    const rows = await endpoints.list(context.store, {
      index: 'webhook_endpoints_created',
      where: [equals('workspace', context.workspace.id)],
      dir: 'desc',
      limit: 100,
    })
    const data = rows.map((row) => toEndpoint(row))
    return { object: 'list', data, has_more: false, next_cursor: null }
  },

  get: async ({ id }, context) => toEndpoint(await find(context, id)),

  async update({ id, body: { url, events, description, status } }, context) {
    if (url !== undefined) await context.checkUrl(url, context.workspace.id)
    return context.write(async (at) => {
      const row = await find(context, id)
      const enabled = status === undefined ? row.columns.enabled : Number(status === 'enabled')
      const data: EndpointData = {
        ...overlay(row.data, { url, events, description }),
        ...statusFields(row, enabled),
      }
      const set = { updated_at: changedAt(row.columns, at), enabled }
      // If the endpoint is enabled, its waiting deliveries continue.
      const wakes = wakeQueues(
        enabled ? [{ workspace: context.workspace.id, endpoint: id }] : [],
        context.clock.now(),
      )
      return {
        ops: [endpoints.edit(row, { set, data }), ...wakes],
        reply: toEndpoint({ id, columns: { ...row.columns, ...set }, data }),
      }
    })
  },

  async delete({ id }, context) {
    await find(context, id)
    // Once the endpoint is gone, no request can find its deliveries. So they are deleted before it, in
    // case the server dies halfway, and again after it, because an event may have added more.
    await deleteDeliveries(context, id)
    const reply = await remove({ id }, context)
    await deleteDeliveries(context, id)
    return reply
  },

  async test({ id }, context) {
    const row = await find(context, id)
    // The answer contains text of the receiver, which may name anyone.
    context.about(everybody)
    const event = eventEnvelope({
      id: context.makeId('event'),
      type: 'webhook.test',
      createdAt: toTimestamp(context.clock.now()),
      data: { object: { endpoint: row.id, message: 'This is a test of your webhook endpoint.' } },
    })
    await context.claimKey()
    const outcome = await context.sender.send({
      url: row.data.url,
      eventId: event.id,
      payload: JSON.stringify(event),
      secrets: activeSecrets(context, row),
    })
    return {
      object: 'webhook_test',
      status: outcome.status,
      duration_ms: outcome.durationMs,
      response: outcome.status === null ? (outcome.error ?? '') : (outcome.response ?? ''),
    }
  },

  rotateSecret({ id }, context) {
    return context.write(async (at) => {
      const row = await find(context, id)
      const secret = generateSigningSecret()
      const sealed = sealSecret(context, id, secret)
      const set = { updated_at: changedAt(row.columns, at) }
      const data = { ...row.data, secrets: rotateSecrets(row.data.secrets, sealed, at) }
      return {
        ops: [endpoints.edit(row, { set, data })],
        reply: toEndpoint({ id, columns: { ...row.columns, ...set }, data }, secret),
      }
    })
  },

  async listDeliveries({ id, query }, context) {
    // The endpoint and the page are read in parallel. For an unknown endpoint, the page is dropped.
    const found = find(context, id)
    const listed = page(context, {
      collection: deliveries,
      index: 'webhook_deliveries_log',
      where: [
        equals('endpoint', id),
        { column: 'status', op: 'in', value: query.status ? [query.status] : statuses },
      ],
      query,
      toItem: async (row) => toDelivery(row, await found),
    })
    await Promise.allSettled([found, listed])
    await found
    return listed
  },

  redeliver({ id, delivery_id }, context) {
    return context.write(async (at) => {
      const endpoint = await find(context, id)
      const delivery = await deliveries.get(context.store, context.workspace.id, delivery_id)
      if (!delivery || delivery.columns.endpoint !== endpoint.id) throw notFound('delivery')
      if (!endpoint.columns.enabled) {
        throw new Failure('conflict', 'The endpoint is disabled. Enable it first.')
      }
      if (at - delivery.columns.created_at > limits.redeliverySeconds * 1_000) {
        throw new Failure('unprocessable', 'A delivery older than 30 days cannot be sent again.')
      }
      const now = context.clock.now()
      const event = await events.get(
        context.store,
        delivery.columns.workspace,
        delivery.columns.event,
      )
      const again = await queueAgain(context, delivery, event, { at, now })
      return {
        ops: [...again.ops, ...wakeQueues([delivery.columns], now)],
        reply: toDelivery(again.delivery, endpoint),
      }
    })
  },
}

/** The other fields that change when an endpoint is enabled or disabled. */
function statusFields(
  row: StoredEndpoint,
  enabled: number,
): Partial<Pick<EndpointData, 'disabled_reason' | 'failing_since'>> {
  if (enabled === row.columns.enabled) return {}
  return enabled ? { disabled_reason: null, failing_since: null } : { disabled_reason: 'manual' }
}

async function deleteDeliveries({ store, workspace }: Context, endpoint: string): Promise<void> {
  for (const { plan } of [dueDeliveries, deliveries]) {
    await removeRows(store, workspace.id, plan.name, ['endpoint', endpoint])
  }
}
