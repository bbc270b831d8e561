import { command } from '../command.ts'
import { eventsFlag, jsonFlag, readEventTypes } from '../flags.ts'
import { followEvents, type SentEvent } from '../follow-events.ts'
import { abortOnSignal } from '../serve/until-signal.ts'
import { print } from '../terminal.ts'
import { connectionFlags, withClient } from '../with-client.ts'
import { unreachablePrinter } from './listen.ts'

export const tailCommand = command(
  {
    events: eventsFlag,
    full: {
      type: 'boolean',
      description:
        'Print events as JSON with all their data. On a server, the API key needs contacts:read.',
    },
    ...connectionFlags,
    json: { ...jsonFlag, description: 'Print one line of JSON for each event.' },
  },
  async ({ events, full = false, json = false, ...connection }, terminal) => {
    const types = readEventTypes(events)
    const scopes = full ? (['events:read', 'contacts:read'] as const) : (['events:read'] as const)
    await withClient(terminal, connection, { scopes }, async ({ client }) => {
      const signal = abortOnSignal()
      const onUnreachable = unreachablePrinter(terminal)
      const newEvents = await followEvents({ client, types, signal, onUnreachable })
      terminal.stderr.write('Waiting for events. Press Ctrl+C to stop.\n')
      for await (const event of newEvents) {
        const shown = full ? event : withoutPersonalData(event)
        print(terminal, json || full, shown, describe(event))
      }
    })
  },
)

function withoutPersonalData({ id, type, created_at, data }: SentEvent) {
  const { object } = data
  return { id, type, created_at, object: object ? { id: object.id, object: object.object } : null }
}

function describe({ id, type, created_at, data }: SentEvent): string {
  const about = data.erased ? 'erased' : (data.object?.id ?? '')
  return `${created_at}  ${id}  ${type}  ${about}`.trimEnd()
}
