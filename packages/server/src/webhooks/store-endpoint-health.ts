import { limits } from '@doorkit/models'
import {
  type EndpointData,
  endpoints,
  type StoredEndpoint,
} from '../collections/webhook-endpoint.ts'
import type { AttemptOutcome } from '../ports/webhook-sender.ts'
import type { Services } from '../services/services.ts'
import { changedAt } from '../values/changed-at.ts'
import { succeeded } from './retry-schedule.ts'

/**
 * Stores that an endpoint has begun to fail or works again, and disables an endpoint that is gone or has
 * failed for too long (docs/api.md#webhook-endpoint-states). Returns the endpoint as it is afterwards;
 * null if it was deleted.
 */
export async function storeEndpointHealth(
  services: Services,
  seen: StoredEndpoint,
  outcome: AttemptOutcome,
  now: number,
): Promise<StoredEndpoint | null> {
  for (let endpoint: StoredEndpoint | null = seen; endpoint; ) {
    const change = healthChange(endpoint.data, outcome, now)
    // Answers from an earlier address say nothing about the current one.
    if (!change || !endpoint.columns.enabled || endpoint.data.url !== seen.data.url) return endpoint
    const { disabled_reason } = change
    const data = { ...endpoint.data, ...change }
    const set = {
      updated_at: changedAt(endpoint.columns, now),
      ...(disabled_reason ? { enabled: 0 } : {}),
    }
    const result = await services.store.commit([endpoints.edit(endpoint, { set, data })])
    if (result.ok) {
      if (disabled_reason) {
        services.logger.warn(
          { endpoint: endpoint.id, reason: disabled_reason },
          'A webhook endpoint was disabled.',
        )
      }
      return { ...endpoint, rev: endpoint.rev + 1, columns: { ...endpoint.columns, ...set }, data }
    }
    endpoint = await endpoints.get(services.store, seen.columns.workspace, seen.id)
  }
  return null
}

function healthChange(
  data: EndpointData,
  outcome: AttemptOutcome,
  now: number,
): Pick<EndpointData, 'failing_since' | 'disabled_reason'> | null {
  if (succeeded(outcome)) {
    return data.failing_since === null ? null : { failing_since: null, disabled_reason: null }
  }
  const failing_since = data.failing_since ?? now
  if (outcome.status === 410) return { failing_since, disabled_reason: 'gone' }
  if (now - failing_since >= limits.webhookFailingSeconds * 1_000) {
    return { failing_since, disabled_reason: 'failing' }
  }
  return data.failing_since === null ? { failing_since, disabled_reason: null } : null
}
