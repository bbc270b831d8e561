import { scopes } from '@doorkit/models'
import { type Agent, type Clock, createDoorkit, type Doorkit } from '@doorkit/server'
import { memoryStore, type Store } from '@doorkit/store'
import { postgresStore } from '@doorkit/store-postgres'
import { sqliteStore } from '@doorkit/store-sqlite'
import { createSchema, startPostgresProcess } from '@doorkit/tests/postgres'
import type { Campaign, Round } from '../campaign.ts'
import { temporaryFile } from '../round-resources.ts'
import { createVisitor, type TestVisitor } from './visitor.ts'

const people = [
  { id: 'user-1', name: 'Grace' },
  { id: 'user-2', name: 'Tom' },
]

/** An agent that repeats each question, so that a transcript shows who answered which question. */
const agent: Agent = {
  async *reply({ messages, tools }) {
    const text = messages.at(-1)?.text ?? ''
    if (text.includes('person'))
      await tools.request_handoff?.execute({ reason: 'asked_for_person' })
    const email = /\S+@\S+/.exec(text)?.[0]
    if (email) await tools.save_lead.execute({ email })
    yield { type: 'text-start', id: 'a' }
    for (const delta of ['Agent: ', text]) yield { type: 'text-delta', id: 'a', delta }
    yield { type: 'text-end', id: 'a' }
  },
}

/** Functions that open the stores of two servers over one database of each kind. */
const databases: Readonly<
  Record<string, (round: Pick<Round, 'onEnd'>) => Promise<readonly [Store, Store]>>
> = {
  async memory() {
    const store = memoryStore()
    return [store, store]
  },
  async SQLite(round) {
    const file = temporaryFile(round)
    return [sqliteStore({ file }), sqliteStore({ file })]
  },
  async PostgreSQL({ onEnd }) {
    const { url, stop } = await startPostgresProcess()
    onEnd(stop)
    const schema = await createSchema(url)
    onEnd(schema.remove)
    const open = () => postgresStore({ url: schema.url, maxConnections: 5 })
    return [open(), open()]
  },
}

/**
 * A team of two answers visitors who all ask at the same time, while one visitor is erased. The visitors
 * and one person use the first server, and the other person uses the second.
 */
export const team: Campaign = {
  summary: 'twenty visitors at once, two people, handoffs, returns, and an erasure in the middle',
  async round(round) {
    for (const [name, open] of Object.entries(databases)) {
      if (round.part.stores?.includes(name) ?? true) await runDay(round, name, await open(round))
    }
  },
}

async function runDay(round: Round, name: string, stores: readonly [Store, Store]) {
  const { check, count } = round
  let aheadMs = 0
  // The timers of this clock keep the process alive. With a store in memory, nothing else does.
  const clock: Clock = {
    now: () => Date.now() + aheadMs,
    after(delayMs, wake) {
      const timer = setTimeout(wake, delayMs)
      return () => clearTimeout(timer)
    },
  }
  const notified: string[] = []
  const notify = ({ id }: { readonly id: string }) => notified.push(id)
  const [doorkit, otherServer] = stores.map((store) => {
    const server = createDoorkit({ store, clock, agent, notify, plans: 'unlimited' })
    round.onEnd(() => server.close())
    return server
  }) as [Doorkit, Doorkit]
  const workspace = await doorkit.workspaces.create({ name: 'Acme', website: 'https://a.example' })
  const key = await doorkit.keys.create({ workspace: workspace.id, name: 'Team', scopes })
  const call = async <Json>(method: string, path: string, body?: object) => {
    const response = await doorkit.fetch(`https://api.example/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key.secret}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, json: (await response.json()) as Json }
  }
  const visitors = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => createVisitor(call, nth)),
  )
  const erased = visitors[7]
  let isErased = false
  /** Whether the visitors have written everything. Then the team answers whatever has no answer. */
  let isQuiet = false
  let isOver = false

  /** Answers the unanswered messages of a visitor, and leaves. */
  async function answer({ conversation, read }: TestVisitor, { person, inbox }: TeamMember) {
    for (let time = 0; time < 3; time += 1) {
      for (const question of (await read()).unanswered) {
        await inbox.send(conversation, person, `Person: ${question}`)
      }
    }
    await inbox.leave(conversation, person)
  }

  /** Joins conversations that wait, and answers them. */
  async function work(member: TeamMember) {
    const { person, inbox } = member
    while (!isOver) {
      for (const visitor of visitors) {
        const before = await visitor.read()
        const isForgotten = isQuiet && visitor !== erased && before.unanswered.length > 0
        if (before.team?.state !== 'waiting' && !isForgotten) continue
        const joined = await inbox.join(visitor.conversation, person).then(
          () => true,
          () => false,
        )
        count(joined ? 'joined' : 'another person was faster')
        if (!joined) continue
        await answer(visitor, member).catch((error) => {
          // An erasure ends the stay of the person.
          if (visitor !== erased || !isErased) throw error
          count('stays ended by an erasure')
        })
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  const stays = people.map((person, nth) =>
    work({ person, inbox: (nth === 0 ? doorkit : otherServer).people(workspace.id) }),
  )
  await Promise.all(
    visitors.map(async (visitor, nth) => {
      await visitor.say(`visitor${nth}@example.com is my address`)
      for (let line = 0; line < (round.long ? 12 : 4); line += 1) {
        const asksForPerson = round.random.between(0, 2) === 0 || line === 1
        await visitor.say(asksForPerson ? `line ${line}: a person, please` : `line ${line}`)
        if (visitor === erased && line === 2) {
          const person = { workspace: workspace.id, email: `visitor${nth}@example.com` }
          isErased = true
          await doorkit.privacy.erase(person)
        }
      }
    }),
  )
  isQuiet = true
  await untilNobodyWaits(visitors, erased)
  isOver = true
  const outcomes = await Promise.allSettled(stays)
  check(
    outcomes.every(({ status }) => status === 'fulfilled'),
    'nobody on the team is refused in a conversation that they have joined',
    () => outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
  )

  let handoffs = 0
  for (const visitor of visitors) {
    const { answers, questions } = await visitor.read()
    handoffs += visitor.handoffs
    count('messages', visitor.sent.length)
    if (visitor === erased) continue
    check(
      JSON.stringify(questions) === JSON.stringify(visitor.sent),
      'every message of a visitor is stored, once and in order',
      () => [name, visitor.sent, questions],
    )
    for (const question of visitor.sent) {
      const times = answers.filter((text) => text.endsWith(`: ${question}`)).length
      check(times === 1, 'every message is answered, and none twice', () => [
        name,
        question,
        answers,
      ])
    }
  }
  let asked = 0
  for (let path: string | null = '/events?limit=100'; path; ) {
    const { json }: { json: EventPage } = await call<EventPage>('GET', path)
    asked += json.data.filter(({ type }) => type === 'handoff.requested').length
    path = json.next_cursor && `/events?limit=100&starting_after=${json.next_cursor}`
  }
  check(asked === handoffs, 'a recorded request for a person is one event', () => [asked, handoffs])
  aheadMs += 5_000
  await doorkit.worker.tick()
  check(new Set(notified).size === notified.length, 'the team gets no notice twice', () => notified)
  const everything = JSON.stringify(
    (await call('GET', '/conversations?expand=messages&limit=100')).json,
  )
  check(!everything.includes('visitor7@'), 'nothing about the erased visitor is left', () => name)
}

interface EventPage {
  readonly data: readonly { readonly type: string }[]
  readonly next_cursor: string | null
}

/** A person, and the server that they use. */
interface TeamMember {
  readonly person: (typeof people)[number]
  readonly inbox: ReturnType<Doorkit['people']>
}

/** Waits until the agent has every conversation back, and everything that is not erased is answered. */
async function untilNobodyWaits(visitors: readonly TestVisitor[], erased: TestVisitor | undefined) {
  for (;;) {
    const transcripts = await Promise.all(visitors.map((visitor) => visitor.read()))
    const isDone = transcripts.every(
      ({ team, unanswered }, nth) =>
        team?.state === 'agent' && (visitors[nth] === erased || unanswered.length === 0),
    )
    if (isDone) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}
