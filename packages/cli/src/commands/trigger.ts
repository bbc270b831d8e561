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

const longestMs = 30_000

/** `doorkit trigger`: makes an event happen in a test workspace. */
export const triggerCommand = command(
  {
    event: { type: 'positional', description: 'Such as lead.captured.', required: false },
    list: { type: 'boolean', description: 'Show every event, and how it is made to happen.' },
    ...connectionFlags,
    workspace: {
      ...connectionFlags.workspace,
      description: 'A test workspace of the store; may be left out when there is one.',
    },
    json: jsonFlag,
  },
  async ({ event, list, json = false, ...connection }, terminal) => {
    if (list) return printList(terminal, json)
    if (event === undefined) {
      throw new CliError('invalid_flag', 'Say which event: see doorkit trigger --list')
    }
    const type = readEventType(event)
    const happened = await withClient(terminal, connection, { scopes, mode: 'test' }, (to) =>
      withProgress(terminal, `Making ${type} happen`, () => trigger(type, to)),
    )
    const facts = [happened.event, happened.object].filter((id) => id !== null)
    print(terminal, json, happened, `${type} happened: ${facts.join(', ')}`)
  },
)

/** Makes the event happen, and finds it in the log. */
async function trigger(type: EventType, { client, local }: Connection) {
  const { call, record, isUnlogged } = triggers[type]
  await requireTest(client)
  const deadline = AbortSignal.timeout(longestMs)
  const happening = await followEvents({ client, types: new Set([type]), signal: deadline })
  const make =
    local && record
      ? () => record(local.doorkit.record(local.workspace), client)
      : call && (() => call(client))
  if (!make) {
    throw new CliError(
      'refused',
      `${type} is reported in code and not by the API: give --store, on the machine of the server`,
    )
  }
  const object = (await make()) ?? null
  if (isUnlogged) return { type, event: null, object }
  for await (const { id, data } of happening) {
    const about = data.object?.id ?? null
    if (object === null || object === about) return { type, event: id, object: about }
  }
  throw new CliError(
    'refused',
    `What makes ${type} was done, but no such event came within ${longestMs / 1_000} seconds: look at the agent and the worker of the server`,
  )
}

async function requireTest(client: Client): Promise<void> {
  const { mode } = await client.me.get()
  if (mode === 'test') return
  throw new CliError(
    'refused',
    'This workspace is live: trigger makes contacts and conversations, so give it a test workspace (a key that begins with dk_test_)',
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
