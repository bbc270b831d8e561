import type { WebhookEndpoint, WebhookEndpointCreate, WebhookEndpointId } from '@doorkit/client'
import { eventsByName } from '@doorkit/models'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { eventsFlag, jsonFlag, readNames, requireFlag } from '../flags.ts'
import { columns, onOneLine, print } from '../terminal.ts'
import { connectionFlags, withClient } from '../with-client.ts'

const access = { scopes: ['webhooks:write'] } as const

const idArgs = {
  id: { type: 'positional', description: 'The id of the endpoint.', required: false },
  ...connectionFlags,
  json: jsonFlag,
} as const

export const createEndpointCommand = command(
  {
    url: {
      type: 'positional',
      description: 'The URL of the endpoint, on a public host.',
      required: false,
    },
    events: {
      ...eventsFlag,
      description: `Event types, such as lead.captured,meeting.booked; or * for all except ${eventsByName.join(' and ')}.`,
    },
    description: { type: 'string', description: 'What the endpoint is for.' },
    ...connectionFlags,
    json: jsonFlag,
  },
  async ({ url, events, description, json = false, ...connection }, terminal) => {
    if (url === undefined) {
      throw new CliError(
        'invalid_flag',
        'Name the URL, as in doorkit webhooks create https://host/hooks',
      )
    }
    // The API refuses unknown types.
    const types = readNames(requireFlag('events', events, 'lead.captured,meeting.booked'))
    const input = { url, events: types as WebhookEndpointCreate['events'], description }
    const endpoint = await withClient(terminal, connection, access, ({ client }) =>
      client.webhookEndpoints.create(input),
    )
    const text = `Created ${endpoint.id} for ${endpoint.url}. Its secret is shown only once.`
    print(terminal, json, endpoint, `${text}\n${endpoint.secret}`)
  },
)

export const listEndpointsCommand = command(
  { ...connectionFlags, json: jsonFlag },
  async ({ json = false, ...connection }, terminal) => {
    const { data } = await withClient(terminal, connection, access, ({ client }) =>
      client.webhookEndpoints.list(),
    )
    const rows = data.map((one) => [one.id, statusOf(one), one.events.join(','), one.url])
    print(terminal, json, data, columns([['ID', 'STATUS', 'EVENTS', 'URL'], ...rows]))
  },
)

export const testEndpointCommand = command(
  idArgs,
  async ({ id, json = false, ...connection }, terminal) => {
    const endpoint = readId(id)
    const result = await withClient(terminal, connection, access, ({ client }) =>
      client.webhookEndpoints.test(endpoint),
    )
    const { status, duration_ms, response } = result
    const answer = `${status ?? 'No answer'} in ${duration_ms} ms: ${onOneLine(response)}`
    print(terminal, json, result, answer)
    if (status !== null && status >= 200 && status < 300) return
    throw new CliError(
      'not_received',
      'The receiver did not accept the test event: answer with a 2xx within 10 seconds.',
    )
  },
)

export const deleteEndpointCommand = command(
  idArgs,
  async ({ id, json = false, ...connection }, terminal) => {
    const endpoint = readId(id)
    const result = await withClient(terminal, connection, access, ({ client }) =>
      client.webhookEndpoints.delete(endpoint),
    )
    print(terminal, json, result, `Deleted ${endpoint}.`)
  },
)

function readId(id: string | undefined): WebhookEndpointId {
  if (id !== undefined) return id as WebhookEndpointId
  throw new CliError('invalid_flag', 'Give the id of an endpoint: see doorkit webhooks list')
}

function statusOf({ status, disabled_reason, failing_since }: WebhookEndpoint): string {
  if (disabled_reason !== null) return `${status} (${disabled_reason})`
  return failing_since === null ? status : `${status}, failing since ${failing_since}`
}
