import { type Id, toTimestamp, type WebhookEndpoint } from '@doorkit/models'
import { collection } from './collection.ts'
import { plain, type StoredRow } from './declare-collection.ts'

export interface EndpointSecret {
  readonly sealed: string
  /** When the secret stops signing; null for the current secret. */
  readonly expires_at: number | null
}

type ShownField = 'url' | 'description' | 'events' | 'disabled_reason'

export interface EndpointData extends Readonly<Pick<WebhookEndpoint, ShownField>> {
  readonly failing_since: number | null
  /** Newest first. */
  readonly secrets: readonly EndpointSecret[]
}

const endpointColumns = {
  workspace: 'text',
  created_at: 'integer',
  updated_at: 'integer',
  enabled: 'integer',
} as const

/** Webhook endpoints. */
export const endpoints = collection<typeof endpointColumns, EndpointData>({
  name: 'webhook_endpoints',
  columns: endpointColumns,
  indexes: [{ name: 'webhook_endpoints_created', on: ['workspace', 'created_at'] }],
  retention: 'until deleted',
  fields: { ...plain('url', 'description', 'events', 'disabled_reason'), secrets: 'sealed' },
})

export type StoredEndpoint = StoredRow<typeof endpointColumns, EndpointData>

export function toEndpoint(
  row: Pick<StoredEndpoint, 'id' | 'columns' | 'data'>,
  secret?: string,
): WebhookEndpoint {
  const { columns, data } = row
  return {
    id: row.id as Id<'webhookEndpoint'>,
    object: 'webhook_endpoint',
    url: data.url,
    description: data.description,
    events: [...data.events],
    status: columns.enabled ? 'enabled' : 'disabled',
    disabled_reason: data.disabled_reason,
    failing_since: data.failing_since === null ? null : toTimestamp(data.failing_since),
    created_at: toTimestamp(columns.created_at),
    updated_at: toTimestamp(columns.updated_at),
    ...(secret === undefined ? {} : { secret }),
  }
}
