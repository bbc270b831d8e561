import { type Agent, createDoorkit, knowledgeAgent } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { aiAgent } from '../../../agent-ai/src/index.ts'
import { openDatabases } from '../databases.ts'
import { openCompany } from '../open-company.ts'
import type { Bench, BenchOptions } from '../report.ts'
import { runRounds } from '../rounds.ts'
import { readDocuments, readQuestions } from '../search/questions.ts'
import { median } from '../statistics.ts'
import { createMockModel } from './mock-model.ts'

const fixedWords = Array.from({ length: 24 }, (_, index) => `word-${index} `)

const fixedAgent: Agent = {
  async *reply() {
    yield { type: 'text-start', id: 'text' }
    for (const delta of fixedWords) yield { type: 'text-delta', id: 'text', delta }
    yield { type: 'text-end', id: 'text' }
  },
}

const agents: Readonly<Record<string, () => Agent>> = {
  'a fixed text of 24 words': () => fixedAgent,
  'knowledgeAgent()': () => knowledgeAgent(),
  'aiAgent() with a mock model': () => aiAgent({ model: createMockModel() }),
}

/** The cost of one turn. */
interface TurnCost {
  readonly ms: number
  readonly processorMs: number
}

/** The mean cost of a turn in a new conversation, and in conversations with many messages. */
interface Round {
  readonly fresh: TurnCost
  /** With more messages than an agent gets. */
  readonly full: TurnCost
  /** With even more messages. */
  readonly long: TurnCost
}

/** The cost of a turn of each agent, in a new conversation and in long ones. */
export const turnBench: Bench = {
  summary: 'the cost of a chat turn by agent, in a new conversation and after 2,000 messages',
  async run({ quick }: BenchOptions) {
    // An agent gets at most 200 messages before the question.
    const size = quick
      ? { full: 2, long: 4, turns: 2, rounds: 1 }
      : { full: 500, long: 2_000, turns: 20, rounds: 9 }
    await using databases = openDatabases()
    const chats = new Map<string, Awaited<ReturnType<typeof openChats>>>()
    for (const [name, agent] of Object.entries(agents)) {
      chats.set(name, await openChats(agent(), await databases.addressFor('sqlite'), size))
    }
    const names = [...chats.keys()]
    const results = await runRounds(names, { rounds: size.rounds }, async (name) => {
      const chat = chats.get(name)
      if (!chat) throw new Error(`There is no agent ${name}.`)
      const fresh = await costOf(size.turns, chat.askFresh)
      const full = await costOf(size.turns, chat.askFull)
      return { fresh, full, long: await costOf(size.turns, chat.askLong) } satisfies Round
    })
    for (const { close } of chats.values()) await close()
    const figure = (name: string, of: (round: Round) => number) =>
      median((results.get(name) ?? []).map(of))
    return {
      tables: [
        {
          title: `A turn on SQLite, in milliseconds (medians of ${size.rounds} rounds)`,
          columns: [
            '',
            ...['processor, new', `after ${size.full} messages`, `after ${size.long}`],
            ...['time, new', `after ${size.full} messages`, `after ${size.long}`],
          ],
          rows: names.map((name) => [
            name,
            figure(name, ({ fresh }) => fresh.processorMs),
            figure(name, ({ full }) => full.processorMs),
            figure(name, ({ long }) => long.processorMs),
            figure(name, ({ fresh }) => fresh.ms),
            figure(name, ({ full }) => full.ms),
            figure(name, ({ long }) => long.ms),
          ]),
        },
      ],
      targets: names.map((name) => ({
        name: `${name}: processor time after ${size.long} messages, relative to that after ${size.full}`,
        value: figure(name, ({ full, long }) => long.processorMs / full.processorMs),
        atMost: 1.2,
      })),
    }
  },
}

async function costOf(turns: number, ask: (turn: number) => Promise<void>): Promise<TurnCost> {
  const before = process.cpuUsage()
  const begun = performance.now()
  for (let turn = 0; turn < turns; turn += 1) await ask(turn)
  const { user, system } = process.cpuUsage(before)
  return {
    ms: (performance.now() - begun) / turns,
    processorMs: (user + system) / 1_000 / turns,
  }
}

/** A server with one agent, the documents of a company, and two conversations with messages. */
async function openChats(
  agent: Agent,
  file: string,
  messages: { readonly full: number; readonly long: number },
) {
  const doorkit = createDoorkit({ store: sqliteStore({ file }), agent, plans: 'unlimited' })
  await doorkit.migrate()
  const post = await openCompany(doorkit, 'velora')
  for (const document of (await readDocuments()).get('velora') ?? []) {
    await post('/knowledge/documents', document)
  }
  const questions = (await readQuestions('open')).filter(
    ({ company, kind }) => company === 'velora' && kind === 'plain',
  )
  const ask = async (session: string, turn: number) => {
    const text = questions[turn % questions.length]?.messages[0] ?? ''
    const { message } = await post(`/chat/sessions/${session}/messages`, { text })
    if (message.text === '') throw new Error('The agent said nothing.')
  }
  const talk = async (count: number) => {
    const { id } = await post('/chat/sessions', {})
    for (let turn = 0; turn < count / 2; turn += 1) await ask(id, turn)
    return id
  }
  const full = await talk(messages.full)
  const long = await talk(messages.long)
  let fresh = long
  return {
    /** Asks in a conversation of up to ten messages. */
    async askFresh(turn: number) {
      if (turn % 5 === 0) fresh = (await post('/chat/sessions', {})).id
      await ask(fresh, turn)
    },
    askFull: (turn: number) => ask(full, turn),
    askLong: (turn: number) => ask(long, turn),
    close: () => doorkit.close(),
  }
}
