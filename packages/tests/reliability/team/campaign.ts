import { scopes } from '@doorkit/models'
import { type Agent, createDoorkit, manualClock } from '@doorkit/server'
import { memoryStore } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import type { Campaign, Round } from '../campaign.ts'
import { type Answered, createVisitor } from './visitor.ts'

const people = [
  { id: 'user-1', name: 'Grace' },
  { id: 'user-2', name: 'Tom' },
]

/** Repeats each question, so that a transcript shows what was answered and by whom. */
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

/** A team of two answers visitors who all ask at once, while one of them is erased. */
export const team: Campaign = {
  summary: 'twenty visitors at once, two people, handoffs, returns, and an erasure in the middle',
  async round(round) {
    for (const name of round.part.stores ?? ['memory', 'sqlite']) await day(round, name)
  },
}

async function day(round: Round, name: string) {
  const { check, count } = round
  const clock = manualClock(Date.UTC(2026, 9, 12, 9, 30))
  const store = name === 'memory' ? memoryStore() : sqliteStore({ file: ':memory:' })
  const notified: string[] = []
  const notify = ({ id }: { readonly id: string }) => notified.push(id)
  const doorkit = createDoorkit({ store, clock, agent, notify, plans: 'unlimited' })
  round.onEnd(() => doorkit.close())
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
  const atDesk = doorkit.people(workspace.id)
  const visitors = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => createVisitor(call, nth)),
  )
  const erased = visitors[7]
  let isErased = false
  let isOver = false

  /** Answers the unanswered messages of a visitor, and leaves. */
  async function answer({ conversation, read }: Answered, person: (typeof people)[number]) {
    for (let time = 0; time < 3; time += 1) {
      for (const question of (await read()).unanswered) {
        await atDesk.send(conversation, person, `Person: ${question}`)
      }
    }
    await atDesk.leave(conversation, person)
  }

  /** Joins conversations that wait, and answers them. */
  async function work(person: (typeof people)[number]) {
    while (!isOver) {
      for (const visitor of visitors) {
        const before = await visitor.read()
        if (before.team?.state !== 'waiting') continue
        const joined = await atDesk.join(visitor.conversation, person).then(
          () => true,
          () => false,
        )
        count(joined ? 'joined' : 'another person was faster')
        if (!joined) continue
        await answer(visitor, person).catch((error) => {
          // An erasure ends the stay of the person.
          if (visitor !== erased || !isErased) throw error
          count('stays ended by an erasure')
        })
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  const desks = people.map(work)
  await Promise.all(
    visitors.map(async (visitor, nth) => {
      await visitor.say(`visitor${nth}@example.com is my address`)
      for (let line = 0; line < (round.long ? 12 : 4); line += 1) {
        const isWish = round.random.between(0, 2) === 0 || line === 1
        await visitor.say(isWish ? `line ${line}: a person, please` : `line ${line}`)
        if (visitor === erased && line === 2) {
          const person = { workspace: workspace.id, email: `visitor${nth}@example.com` }
          isErased = true
          await doorkit.privacy.erase(person)
        }
      }
    }),
  )
  await untilNobodyWaits(visitors)
  isOver = true
  const desk = await Promise.allSettled(desks)
  check(
    desk.every(({ status }) => status === 'fulfilled'),
    'nobody of the team is refused while they are there',
    () => desk.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
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
      check(times <= 1, 'no message is answered twice', () => [name, question, answers])
    }
  }
  let asked = 0
  for (let path: string | null = '/events?limit=100'; path; ) {
    const { json }: { json: EventPage } = await call<EventPage>('GET', path)
    asked += json.data.filter(({ type }) => type === 'handoff.requested').length
    path = json.next_cursor && `/events?limit=100&starting_after=${json.next_cursor}`
  }
  check(asked === handoffs, 'a recorded request for a person is one event', () => [asked, handoffs])
  clock.advance(5_000)
  await doorkit.worker.tick()
  check(
    new Set(notified).size === notified.length,
    'the team is notified once of each',
    () => notified,
  )
  const everything = JSON.stringify(
    (await call('GET', '/conversations?expand=messages&limit=100')).json,
  )
  check(!everything.includes('visitor7@'), 'nothing about the erased visitor is left', () => name)
}

interface EventPage {
  readonly data: readonly { readonly type: string }[]
  readonly next_cursor: string | null
}

async function untilNobodyWaits(visitors: readonly Pick<Answered, 'read'>[]) {
  for (;;) {
    const states = await Promise.all(visitors.map(async ({ read }) => (await read()).team?.state))
    if (states.every((state) => state === 'agent')) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}
