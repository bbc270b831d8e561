import type { Client } from '@doorkit/client'
import { type EventType, eventTypes, scopes } from '@doorkit/models'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, readEventType } from '../flags.ts'
import { followEvents } from '../follow-events.ts'
import { withProgress } from '../progress.ts'
import { columns, print, type Terminal } from '../terminal.ts'
import { triggers } from '../triggers.ts'
import { type Connection, connectionFlags, withClient } from '../with-client.ts'

const timeoutMs = 30_000

export const triggerCommand = command(
  {
    event: {
      type: 'positional',
      description: 'The type of the event, such as lead.captured.',
      required: false,
    },
    list: { type: 'boolean', description: 'List every event, and what triggers it.' },
    ...connectionFlags,
    workspace: {
      ...connectionFlags.workspace,
      description: 'A test workspace of the store. Default: the only one.',
    },
    json: jsonFlag,
  },
  async ({ event, list, json = false, ...connection }, terminal) => {
    if (list) return printList(terminal, json)
    if (event === undefined) {
      throw new CliError('invalid_flag', 'Name an event: see doorkit trigger --list')
    }
    const type = readEventType(event)
    const result = await withClient(terminal, connection, { scopes, mode: 'test' }, (to) =>
      withProgress(terminal, `Triggering ${type}`, () => trigger(type, to)),
    )
    const ids = [result.event, result.object].filter((id) => id !== null)
    print(terminal, json, result, `${type} happened: ${ids.join(', ')}`)
  },
)

/** Triggers the event in a test workspace, and finds it in the log if the log lists such events. */
async function trigger(type: EventType, { client, local }: Connection) {
  const { call, record, isUnlogged } = triggers[type]
  await requireTestWorkspace(client)
  const deadline = new AbortController()
  const { signal } = deadline
  const newEvents = await followEvents({ client, types: new Set([type]), signal })
  const run =
    local && record
      ? () => record(local.doorkit.record(local.workspace), client)
      : call && (() => call(client))
  if (!run) {
    throw new CliError(
      'refused',
      `${type} is reported by the host's code, not through the API: run this command on the machine of the store, with --store.`,
    )
  }
  const object = (await run()) ?? null
  if (isUnlogged) return { type, event: null, object }
  setTimeout(() => deadline.abort(), timeoutMs).unref()
  for await (const { id, data } of newEvents) {
    const about = data.object?.id ?? null
    if (object === null || object === about) return { type, event: id, object: about }
  }
  throw new CliError(
    'refused',
    `No ${type} arrived within ${timeoutMs / 1_000} seconds of its trigger: check the agent and the worker of the server.`,
  )
}

async function requireTestWorkspace(client: Client): Promise<void> {
  const { mode } = await client.me.get()
  if (mode === 'test') return
  throw new CliError(
    'refused',
    'This workspace is live, and a trigger creates contacts and conversations: use a test workspace (an API key that begins with dk_test_).',
  )
}

function printList(terminal: Terminal, json: boolean): void {
  const rows = eventTypes.map((type) => {
    const { how, call } = triggers[type]
    return { type, needs: call ? 'api' : 'store', how }
  })
  const shown = rows.map(({ type, needs, how }) => [type, needs, how])
  print(terminal, json, rows, columns([['EVENT', 'NEEDS', 'HOW'], ...shown]))
}
