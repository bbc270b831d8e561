import { createDoorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { caller, inProcess } from '../../../server/test/support/kit.ts'
import type { Campaign, Round } from '../campaign.ts'
import { receivedBy, temporaryFile, unlimitedPlans } from '../round-resources.ts'
import { countOld, fillAnswers, fillCounts, fillOld, fillTranscript } from './fill.ts'
import { watchDelays } from './watch-delays.ts'

const email = 'big@example.com'
const longestTickMs = 100

const small = {
  counts: { days: 10, pages: 100, sources: 20 },
  conversations: 10,
  messages: 300,
  answers: 300,
  old: 1_500,
  events: 30,
}
const large = {
  // A day may list this many names at most. Ten parallel readers read a million rows.
  counts: { days: 180, pages: 500, sources: 100 },
  conversations: 100,
  messages: 1_000,
  answers: 60_000,
  old: 60_000,
  events: 1_000,
}

/** Does every kind of long work during the requests of another workspace. */
export const stalls: Campaign = {
  summary:
    'long reads, exports, erasures and the work of a worker, during requests of another workspace',
  async round(round) {
    const { heavy, ask } = await openScene(round)
    for (const [name, run] of Object.entries(heavy)) {
      const began = performance.now()
      const { result, delays } = await watchDelays(run, ask)
      const facts = () => ({ name, ...delays, result })
      round.check(
        result.every(({ status }) => status < 300),
        'the heavy requests are served, too',
        facts,
      )
      round.check(delays.requests > 0, 'other requests are served at the same time', facts)
      const figure = (what: string, value: number) =>
        round.highest(`${what} during ${name}, at most`, Math.round(value))
      round.highest(`seconds of ${name}, at most`, Math.round((performance.now() - began) / 1_000))
      figure('ms of processor time in one tick', delays.processorMs)
      figure('ms of delay of the event loop', delays.delayMs)
      figure('ms that another request waited', delays.waitMs)
      if (round.long) {
        const isShort = delays.processorMs < longestTickMs
        round.check(isShort, 'no tick of the event loop is longer than 100 ms', facts)
      }
    }
  },
}

interface Answer {
  readonly status: number
  readonly bytes: number
}

/**
 * Reads an answer to its end and keeps nothing, because parsing all of it would block the process too.
 */
async function drain({ status, body }: Response): Promise<Answer> {
  let bytes = 0
  for await (const chunk of body ?? []) bytes += chunk.length
  return { status, bytes }
}

/** Opens a workspace with much data, and another one that sends one request at a time. */
async function openScene(round: Round) {
  const size = round.long ? large : small
  const store = sqliteStore({ file: temporaryFile(round) })
  const doorkit = createDoorkit({
    store,
    ...receivedBy(() => {}),
    plans: unlimitedPlans,
    payloadDelayMs: 0,
  })
  round.onEnd(() => doorkit.close())

  async function open(name: string) {
    const { id } = await doorkit.workspaces.create({ name, website: 'https://acme.example' })
    const key = await doorkit.keys.create({ workspace: id, name, access: 'full_access' })
    const call = caller({ doorkit, key })
    const send = async (method: string, path: string, body?: object) =>
      drain(
        await inProcess(doorkit)(path, {
          method,
          headers: {
            Authorization: `Bearer ${key.secret}`,
            ...(body && { 'Content-Type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        }),
      )
    return { id, call, send }
  }
  const big = await open('big')
  const other = await open('other')
  const now = Date.now()
  const counts = await fillCounts(store, big.id, { now, ...size.counts })
  round.highest('rows of counts', counts)
  const record = doorkit.record(big.id)
  for (let number = 0; number < size.conversations; number += 1) {
    const conversation = await record.conversations.start({})
    await record.conversations.captureLead(conversation, { email })
    const target = { workspace: big.id, conversation }
    round.count('messages', await fillTranscript(store, target, size.messages))
  }
  const headers = { 'Idempotency-Key': 'answer' }
  await big.call('POST', '/contacts', { body: { email }, headers })
  round.count('rows of answers', await fillAnswers(store, big.id, size.answers))
  await fillOld(store, other.id, size.old)

  const post = (path: string) => big.send('POST', path, { email })
  const heavy: Readonly<Record<string, () => Promise<readonly Answer[]>>> = {
    analytics: () =>
      Promise.all(Array.from({ length: 10 }, () => big.send('GET', '/analytics?range=90d'))),
    'a list of whole transcripts': async () => [
      await big.send('GET', '/conversations?expand=messages&limit=100'),
    ],
    'an export': async () => [await post('/privacy/exports')],
    async 'old rows'() {
      await doorkit.worker.tick()
      const left = await countOld(store)
      round.check(left === 0, 'old rows are removed', () => left)
      return []
    },
    async deliveries() {
      const body = { url: 'https://receiver.example/', events: ['*'] }
      const { status } = await other.call('POST', '/webhook_endpoints', { body })
      round.check(status === 201, 'the endpoint is created', () => status)
      const { conversations } = doorkit.record(other.id)
      for (let event = 0; event < size.events; event += 1) {
        const conversation = await conversations.start({})
        await conversations.message(conversation, { role: 'user', text: 'Hello' })
      }
      const { attempted } = await doorkit.worker.tick()
      round.check(attempted >= size.events, 'every event is delivered', () => attempted)
      return []
    },
    'an erasure': async () => [await post('/privacy/erasures')],
  }
  const ask = async () => {
    const { status } = await other.call('GET', '/me')
    round.check(status === 200, 'the other workspace is served', () => status)
  }
  return { heavy, ask }
}
