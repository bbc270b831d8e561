import { createClient } from '@doorkit/client'
import { eventTypes } from '@doorkit/models'
import { createDoorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { generateWebhookSecret, verifyWebhook } from '@doorkit/webhooks'
import { beforeAll, describe, expect, test } from 'vitest'
import { triggers } from '../src/triggers.ts'
import { storeFolder } from './support/folder.ts'
import { listenHere } from './support/listen-here.ts'
import {
  type RunningProgram,
  type RunningServer,
  start,
  startServing,
} from './support/processes.ts'
import { runHere } from './support/terminal.ts'

const { newStore } = storeFolder()
const store = newStore()
let served: RunningServer
/** The environment in which commands call the test workspace of the server. */
let testEnv: Record<string, string>
/** The environment in which commands call the live workspace of the server. */
let liveEnv: Record<string, string>

beforeAll(async () => {
  served = await startServing('--store', store)
  const { base_url, api_key, test_api_key } = served.facts
  testEnv = { DOORKIT_BASE_URL: base_url, DOORKIT_API_KEY: test_api_key }
  liveEnv = { DOORKIT_BASE_URL: base_url, DOORKIT_API_KEY: api_key }
})

const clientOf = (env: Record<string, string>) =>
  createClient({ apiKey: String(env.DOORKIT_API_KEY), baseUrl: String(env.DOORKIT_BASE_URL) })

async function say(env: Record<string, string>, text: string): Promise<void> {
  const client = clientOf(env)
  await client.chatSessions.send((await client.chatSessions.create()).id, { text })
}

/** Starts a receiver, which collects the id and the type of each event that verifies. */
async function startReceiver(secret: string, status = 200) {
  const received: string[] = []
  const url = await listenHere((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { id, type } = verifyWebhook({
        body: Buffer.concat(parts),
        headers: request.headers,
        secret,
      })
      received.push(`${id} ${type}`)
      response.writeHead(status).end('thank\nyou\u001b[31m')
    })
  })
  return { url: `${url}/`, received }
}

const linesOf = ({ stdout }: RunningProgram) =>
  stdout
    .text()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

async function stop(running: RunningProgram): Promise<void> {
  running.child.kill('SIGINT')
  expect(await running.ended).toEqual({ code: 0, signal: null })
}

/** The event log of a workspace, oldest first. */
async function logOf(env: Record<string, string>) {
  return (await clientOf(env).events.list().toArray({ limit: 1_000 })).reverse()
}

describe('listen', () => {
  test.each([
    ['a server, through its API,', () => []],
    ['a store', () => ['--store', store]],
  ])('forwards and signs new events of %s until the command is stopped', async (_, flags) => {
    const secret = generateWebhookSecret()
    const { url, received } = await startReceiver(secret)
    await say(liveEnv, "I'm Bob Early, early@example.com")
    const before = await logOf(liveEnv)

    const args = ['--forward-to', url, '--secret', secret, '--json', ...flags()]
    const listening = start(['listen', ...args], flags().length > 0 ? {} : liveEnv)
    await listening.stdout.has(`${JSON.stringify({ forward_to: url, secret })}\n`)
    await say(liveEnv, "I'm Ada Lovelace, ada@example.com")
    await listening.stdout.has('lead.captured')
    await stop(listening)

    const happened = (await logOf(liveEnv)).slice(before.length)
    expect(happened.map(({ type }) => type)).toEqual(['conversation.started', 'lead.captured'])
    expect(received).toEqual(happened.map(({ id, type }) => `${id} ${type}`))
    expect(linesOf(listening).slice(1)).toEqual(
      happened.map(({ id, type }) => ({
        ...{ id, type, status: 200, error: null, response: 'thank\nyou\u001b[31m' },
        duration_ms: expect.any(Number),
      })),
    )
  })

  test('continues after the receiver fails, and prints one line for each event', async () => {
    const secret = generateWebhookSecret()
    const { url, received } = await startReceiver(secret, 500)
    const flags = ['--forward-to', url, '--events', 'lead.captured,handoff.requested']
    const env = { ...liveEnv, DOORKIT_WEBHOOK_SECRET: secret }
    const listening = start(['listen', ...flags], env)
    await listening.stdout.has(`Forwarding to ${url}, signed with ${secret}\n`)
    await say(liveEnv, "I'm Ada Lovelace, ada@example.com")
    await say(liveEnv, 'I would like to talk to a person.')
    await listening.stdout.has('handoff.requested')
    await stop(listening)
    expect(received).toEqual([
      expect.stringMatching(/^evt_\w+ lead\.captured$/),
      expect.stringMatching(/^evt_\w+ handoff\.requested$/),
    ])
    const [, ...lines] = listening.stdout.text().trimEnd().split('\n')
    expect(lines).toEqual([
      expect.stringMatching(/^evt_\w+ lead\.captured: 500 in \d+ ms: thank you\\u001b\[31m$/),
      expect.stringMatching(/^evt_\w+ handoff\.requested: 500 in \d+ ms: thank you\\u001b\[31m$/),
    ])
  })

  test('loses and repeats no event when the API is unreachable for a while', async () => {
    const secret = generateWebhookSecret()
    const { url, received } = await startReceiver(secret)
    // A proxy to the API that can be cut off.
    let isCutOff = false
    const proxyUrl = await listenHere(async (request, response) => {
      if (isCutOff) return void request.socket.destroy()
      const target = `${new URL(String(liveEnv.DOORKIT_BASE_URL)).origin}${request.url}`
      const { authorization = '' } = request.headers
      const answer = await fetch(target, { headers: { authorization } })
      response.writeHead(answer.status, { 'Content-Type': 'application/json' })
      response.end(await answer.text())
    })
    const before = await logOf(liveEnv)
    const env = { ...liveEnv, DOORKIT_BASE_URL: `${proxyUrl}/v1` }
    const flags = ['--forward-to', url, '--secret', secret, '--json']
    const listening = start(['listen', ...flags], env)
    await listening.stdout.has(secret)
    await say(liveEnv, 'Hello, one.')
    await listening.stdout.has('conversation.started')
    isCutOff = true
    await listening.stderr.has('Trying again')
    await say(liveEnv, "I'm Ada Lovelace, ada@example.com")
    await say(liveEnv, 'I would like to talk to a person.')
    isCutOff = false
    await listening.stdout.has('handoff.requested')
    await stop(listening)
    const happened = (await logOf(liveEnv)).slice(before.length)
    expect(happened).toHaveLength(5)
    expect(received).toEqual(happened.map(({ id, type }) => `${id} ${type}`))
  })
})

describe('tail', () => {
  test('prints no personal data, even with an API key that may read it', async () => {
    const shown = start(['tail', '--events', 'lead.captured'], liveEnv)
    const json = start(['tail', '--events', 'lead.captured', '--json'], liveEnv)
    await Promise.all([shown, json].map(({ stderr }) => stderr.has('Waiting for events')))
    await say(liveEnv, "I'm Eve Private, private@example.com")
    await Promise.all([shown, json].map(({ stdout }) => stdout.has('lead.captured')))
    await stop(shown)
    await stop(json)
    const last = (await logOf(liveEnv)).at(-1)
    const object = { id: expect.stringMatching(/^ct_/), object: 'contact' }
    expect(linesOf(json)).toEqual([
      { id: last?.id, type: 'lead.captured', created_at: last?.created_at, object },
    ])
    expect(shown.stdout.text()).toMatch(/^\S+Z {2}evt_\w+ {2}lead\.captured {2}ct_\w+\n$/)
    expect(shown.stdout.text() + json.stdout.text()).not.toMatch(/[Pp]rivate|Eve/)
  })

  test('with --full prints whole events, and their texts cannot control the terminal', async () => {
    const tailing = start(['tail', '--full', '--events', 'conversation.started'], liveEnv)
    await tailing.stderr.has('Waiting for events')
    await say(liveEnv, 'Red \u009b31m alert')
    await tailing.stdout.has('conversation.started')
    await stop(tailing)
    expect(tailing.stdout.text()).not.toContain('\u009b')
    expect(linesOf(tailing)).toMatchObject([
      { data: { object: { preview: 'Red \u009b31m alert' } } },
    ])
  })
})

describe('trigger', () => {
  const loggedTypes = eventTypes.filter((type) => !triggers[type].isUnlogged)
  const apiTypes = loggedTypes.filter((type) => triggers[type].call)

  test.each(apiTypes)('triggers %s through the API in a test workspace', async (type) => {
    const { code, stdout, stderr } = await runHere(['trigger', type, '--json'], testEnv)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { event, object, ...rest } = JSON.parse(stdout)
    expect(rest).toEqual({ type })
    const found = (await logOf(testEnv)).find(({ id }) => id === event)
    expect(found).toMatchObject({ type, data: { object: { id: object } } })
  })

  test.each(loggedTypes)('triggers %s on a store', async (type) => {
    const flags = ['--store', store, '--json']
    const { code, stdout, stderr } = await runHere(['trigger', type, ...flags])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const found = (await logOf(testEnv)).find(({ id }) => id === JSON.parse(stdout).event)
    expect(found).toMatchObject({ type })
  })

  test('refuses a live workspace and changes nothing in it', async () => {
    const before = await logOf(liveEnv)
    for (const [flags, env] of [
      [[], liveEnv],
      [['--store', store, '--workspace', served.facts.workspace], {}],
    ] as const) {
      const refused = await runHere(['trigger', 'lead.captured', ...flags], env)
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toMatch(/^This workspace is live, [^\n]+\n$/)
    }
    expect(await logOf(liveEnv)).toEqual(before)
  })

  test('refuses an event that the API cannot trigger, and says where to trigger it', async () => {
    const refused = await runHere(['trigger', 'meeting.booked'], testEnv)
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr:
        "meeting.booked is reported by the host's code, not through the API: run this command on the machine of the store, with --store.\n",
    })
  })

  test('--list names every event, and whether it needs a store', async () => {
    const { stdout } = await runHere(['trigger', '--list', '--json'])
    const list = JSON.parse(stdout) as { type: string; needs: string }[]
    expect(list.map(({ type, needs }) => [type, needs])).toEqual(
      eventTypes.map((type) => [type, triggers[type].call ? 'api' : 'store']),
    )
    expect(list.find(({ type }) => type === 'meeting.booked')?.needs).toBe('store')
    expect((await runHere(['trigger', '--list'])).stdout).toMatch(/^EVENT +NEEDS +HOW\n/)
  })
})

test('commands that call the API explain their failures on one line', async () => {
  const wrong = { ...liveEnv, DOORKIT_API_KEY: 'dk_live_wrong' }
  const cases = [
    { line: 'listen', env: liveEnv, part: '--forward-to is missing' },
    { line: 'listen --forward-to nowhere', env: liveEnv, part: '--forward-to must be an http' },
    { line: 'listen --forward-to http://x --secret whsec_', env: liveEnv, part: 'secret' },
    {
      line: 'tail',
      env: {},
      part: 'Set DOORKIT_API_KEY and DOORKIT_BASE_URL, or give --store',
    },
    { line: 'tail --events lead.lost', env: liveEnv, part: 'No event is named lead.lost' },
    { line: 'tail --workspace ws_1', env: liveEnv, part: '--workspace needs --store' },
    { line: 'tail --store memory: --api-key k', env: {}, part: 'not both' },
    { line: 'tail', env: wrong, part: 'key' },
    { line: 'tail --base-url http://api.internal/v1', env: liveEnv, part: 'uses http' },
    { line: 'trigger', env: testEnv, part: 'Name an event' },
    { line: 'trigger lead.lost', env: testEnv, part: 'No event is named lead.lost' },
    { line: 'trigger webhook.test', env: testEnv, part: 'No endpoint is enabled' },
  ]
  for (const { line, env, part } of cases) {
    const { code, stdout, stderr } = await runHere(line.split(' '), env)
    expect({ code, stdout }, line).toEqual({ code: 1, stdout: '' })
    expect(stderr, line).toContain(part)
    expect(stderr, line).toMatch(/^[^\n]+\n$/)
    expect(stderr, line).not.toContain('dk_live_wrong')
  }
})

test('a command on a store leaves no active access token behind', async () => {
  const doorkit = createDoorkit({ store: sqliteStore({ file: store.slice('sqlite:'.length) }) })
  const workspace = served.facts.test_workspace
  await runHere(['trigger', 'conversation.started', '--store', store])
  const tokens = await doorkit.keys.listAccessTokens({ workspace })
  await doorkit.close()
  expect(tokens.length).toBeGreaterThan(0)
  expect(tokens.filter(({ status }) => status === 'active')).toEqual([])
})
