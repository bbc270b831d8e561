import { lookup } from 'node:dns/promises'
import { grantsScope, isScope } from '@doorkit/models'
import { type AttemptOutcome, systemClock } from '@doorkit/server'
import { createSender } from '@doorkit/server/internal'
import { generateWebhookSecret, signWebhook } from '@doorkit/webhooks'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { eventsFlag, jsonFlag, readEventTypes, requireFlag, secretFlag } from '../flags.ts'
import { followEvents } from '../follow-events.ts'
import { abortOnSignal } from '../serve/until-signal.ts'
import { onOneLine, print, type Terminal } from '../terminal.ts'
import { connectionFlags, withClient } from '../with-client.ts'

export const listenCommand = command(
  {
    'forward-to': {
      type: 'string',
      description: 'The URL to post the events to.',
      valueHint: 'URL',
    },
    events: eventsFlag,
    secret: {
      ...secretFlag,
      description: 'The signing secret. Default: DOORKIT_WEBHOOK_SECRET, or a new one.',
    },
    ...connectionFlags,
    json: {
      ...jsonFlag,
      description: 'Print one line of JSON at the start, and one for each event.',
    },
  },
  async (
    { events, secret: given, 'forward-to': target, json = false, ...connection },
    terminal,
  ) => {
    const url = readUrl(requireFlag('forward-to', target, 'http://localhost:3000/hooks'))
    const types = readEventTypes(events)
    const secret = given ?? terminal.env.DOORKIT_WEBHOOK_SECRET ?? generateWebhookSecret()
    // A malformed secret must fail now, and not at the first event.
    signWebhook({ secret, id: 'evt_0', body: '' })
    const sender = createSender({ clock: systemClock, resolve, allowPrivate: true })
    const access = { scopes: ['events:read', 'contacts:read'] } as const
    await withClient(terminal, connection, access, async ({ client }) => {
      const signal = abortOnSignal()
      const { scopes } = await client.me.get()
      if (!grantsScope(scopes.filter(isScope), 'contacts:read')) {
        terminal.stderr.write(
          'The API key lacks contacts:read, so events contain only the id and the kind of their object.\n',
        )
      }
      const onUnreachable = unreachablePrinter(terminal)
      const newEvents = await followEvents({ client, types, signal, onUnreachable })
      const text = `Forwarding to ${url}, signed with ${secret}`
      print(terminal, json, { forward_to: url, secret }, text)
      try {
        for await (const event of newEvents) {
          const { id: eventId, type } = event
          const payload = JSON.stringify(event)
          const outcome = await sender.send({ url, eventId, payload, secrets: [secret] })
          const { status, error, durationMs: duration_ms, response } = outcome
          const facts = { id: eventId, type, status, duration_ms, response, error }
          print(terminal, json, facts, `${eventId} ${type}: ${describe(outcome)}`)
        }
      } finally {
        await sender.close()
      }
    })
  },
)

/** Creates the function that prints why the API cannot be reached. */
export function unreachablePrinter({ stderr }: Terminal) {
  return ({ message }: Error) =>
    void stderr.write(`${onOneLine(message)} Trying again: no event will be lost.\n`)
}

const resolve = async (hostname: string) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

function describe({ status, error, durationMs, response }: AttemptOutcome): string {
  const answer = onOneLine(response ?? '').slice(0, 100)
  const result = status === null ? error : `${status} in ${durationMs} ms`
  return answer === '' ? `${result}` : `${result}: ${answer}`
}

function readUrl(text: string): string {
  if (/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')) return text
  throw new CliError('invalid_flag', '--forward-to must be an http or https URL.')
}
