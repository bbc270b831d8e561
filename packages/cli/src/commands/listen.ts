import { setTimeout as wait } from 'node:timers/promises'
import { generateWebhookSecret, signWebhook } from '@doorkit/webhooks'
import { apiCaller, type CallApi } from '../api-caller.ts'
import { chooseWorkspace } from '../choose-workspace.ts'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, requireFlag, storeFlag, workspaceFlag } from '../flags.ts'
import { untilSignal } from '../serve/until-signal.ts'
import { print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

const pollMs = 1_000
const answerTimeoutMs = 10_000

/** The members that are read of an event; the rest is passed on as it is. */
interface Event {
  readonly id: string
  readonly type: string
  readonly created_at: string
}

/** `doorkit listen`: passes the events of a workspace on to a receiver, signed, until a signal. */
export const listenCommand = command(
  {
    'forward-to': { type: 'string', description: 'The address to post them to.', valueHint: 'URL' },
    secret: {
      type: 'string',
      description: 'Signs them. Default: DOORKIT_WEBHOOK_SECRET, or a new one, which is shown.',
      valueHint: 'whsec_…',
    },
    store: storeFlag,
    workspace: workspaceFlag,
    json: jsonFlag,
  },
  async (args, terminal) => {
    const url = readUrl(
      requireFlag('forward-to', args['forward-to'], 'http://localhost:3000/hooks'),
    )
    const secret = args.secret ?? terminal.env.DOORKIT_WEBHOOK_SECRET ?? generateWebhookSecret()
    const json = args.json === true
    await withDoorkit(terminal, args.store, { missing: 'refuse' }, async (doorkit) => {
      const { id: workspace } = await chooseWorkspace(doorkit, args.workspace)
      const { call, end } = apiCaller(doorkit, workspace, ['events:read', 'contacts:read'])
      const over = new AbortController()
      void untilSignal().then(() => over.abort())
      const newEvents = followEvents(call)
      try {
        await newEvents()
        print(
          terminal,
          json,
          { forward_to: url, secret },
          `Forwarding to ${url}, signed with ${secret}`,
        )
        while (!over.signal.aborted) {
          for (const event of await newEvents()) {
            const status = await forward(event, url, secret)
            const { id, type } = event
            print(terminal, json, { id, type, status }, `${id} ${type}: ${status ?? 'no answer'}`)
          }
          await wait(pollMs, undefined, { signal: over.signal }).catch(() => {})
        }
      } finally {
        await end()
      }
    })
  },
)

/** Reads what has happened since it was last called, oldest first; at first, since now. */
function followEvents(call: CallApi): () => Promise<Event[]> {
  let since = new Date().toISOString()
  let seen = new Set<string>()
  return async () => {
    const found: Event[] = []
    let cursor: string | null = null
    do {
      const query = new URLSearchParams({ created_since: since, limit: '100' })
      if (cursor !== null) query.set('starting_after', cursor)
      const page = (await call('GET', `/events?${query}`)) as {
        data: Event[]
        next_cursor: string | null
      }
      found.push(...page.data)
      cursor = page.next_cursor
    } while (cursor !== null)
    const fresh = found.filter(({ id }) => !seen.has(id)).reverse()
    since = found[0]?.created_at ?? since
    // Those of the same moment are read again.
    seen = new Set(found.map(({ id }) => id))
    return fresh
  }
}

/** Posts an event once. Resolves to the status of the answer, or null when there was none. */
async function forward(event: Event, url: string, secret: string): Promise<number | null> {
  const body = JSON.stringify(event)
  const headers = {
    'Content-Type': 'application/json',
    ...signWebhook({ secret, id: event.id, body }),
  }
  const signal = AbortSignal.timeout(answerTimeoutMs)
  return fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
    async (response) => {
      await response.body?.cancel()
      return response.status
    },
    () => null,
  )
}

function readUrl(text: string): string {
  if (/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')) return text
  throw new CliError('invalid_flag', '--forward-to is an http or https address.')
}
