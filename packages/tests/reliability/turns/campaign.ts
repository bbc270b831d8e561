import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startPostgresProcess } from '@doorkit/tests/postgres'
import type { Campaign, Round } from '../campaign.ts'
import { type FleetDatabase, onCluster, onOneFile } from '../fleet/database.ts'
import { openHost } from '../fleet/open-host.ts'
import { type ServeProcess, startProcess } from '../fleet/serve-process.ts'
import { type Question, settleTurns } from './settle-turns.ts'
import { slowAgent } from './slow-agent.ts'
import { openPage, openSession, type Send, type Visitor } from './visitor.ts'

const program = fileURLToPath(new URL('serve-slowly.ts', import.meta.url))
const retryMs = 50
const heldRetryMs = 400
/** How long a visitor repeats a question before the session counts as blocked by a dead process. */
const longestWaitMs = 3_000
/** A dead process keeps its hold on a session for 65 seconds, and the lock of an idempotency key for 90. */
const aheadMs = 120_000

/** Servers that die during answers, on one file. */
export const turns: Campaign = {
  summary: 'two servers on one file, killed while they answer visitors, some of whom hang up',
  round: (round) => attackTurns(round, onOneFile),
}

/** Servers that die during answers, on PostgreSQL. Their connections are cut too. */
export const turnsOnPostgres: Campaign = {
  summary: 'two servers on PostgreSQL, killed while they answer, and their connections are all cut',
  async round(round) {
    const postgres = await startPostgresProcess()
    round.onEnd(postgres.stop)
    await attackTurns(round, onCluster(postgres.url))
  },
}

async function attackTurns(
  round: Round,
  open: (round: Round) => Promise<FleetDatabase>,
): Promise<void> {
  const database = await open(round)
  const host = openHost(database.open())
  const input = { name: 'Turns', website: 'https://turns.example', plan: 'apex' } as const
  const { id: workspace } = await host.workspaces.create(input)
  const { secret } = await host.keys.create({ workspace, name: 'Turns', access: 'full_access' })
  const [siteKey] = await host.siteKeys.list({ workspace })
  await host.close()
  const start = () => startProcess(['--conditions=@doorkit/source', program, database.url], round)
  const servers = await Promise.all([start(), start()])

  const answered: Question[] = []
  const stuck: Question[] = []
  const visitors = round.long ? 24 : 8
  const questions = round.long ? 3 : 2
  for (let storm = 0; storm < (round.long ? 10 : 1); storm += 1) {
    const everybody = await Promise.all(
      Array.from({ length: visitors }, (_, index) =>
        index % 2 === 0
          ? openSession(sendTo(servers[0]), secret)
          : openPage(sendTo(servers[1]), siteKey?.id ?? ''),
      ),
    )
    const deaths = killInTheMiddle(round, servers, visitors * questions)
    const asked = everybody.map(async (visitor, index) => {
      for (let number = 0; number < questions; number += 1) {
        const question = { visitor, text: `question-${round.seed}-${storm}-${index}-${number}` }
        const isAnswered = await askUntilAnswered(round, servers, question)
        deaths.next()
        // Nothing more is asked in a session that a dead process blocks.
        if (!isAnswered) return void stuck.push(question)
        answered.push(question)
      }
    })
    for (const outage of database.outages.slice(-1)) {
      await wait(300)
      await outage.begin()
      await outage.end()
      round.count('outages')
    }
    await Promise.all(asked)
    await deaths.done()
  }

  for (const server of servers) await server.kill()
  const agent = slowAgent(async () => {})
  // Repeated questions are sent faster than a plan allows.
  const later = openHost(database.open(), { aheadMs, agent, plans: 'unlimited' })
  try {
    await settleTurns(round, later, { answered, stuck })
  } finally {
    await later.close()
  }
}

const sendTo =
  (server: ServeProcess): Send =>
  (path, init) =>
    fetch(`${server.baseUrl()}${path}`, init)

/**
 * Asks until the answer has arrived. Now and then the visitor hangs up. Returns false if a dead process
 * blocks the session.
 */
async function askUntilAnswered(
  round: Round,
  servers: readonly ServeProcess[],
  { visitor, text }: { readonly visitor: Visitor; readonly text: string },
): Promise<boolean> {
  let refusedSince: number | null = null
  for (let attempt = 0; ; attempt += 1) {
    const living = servers.filter((server) => server.isRunning())
    const server = living[round.random.between(0, Math.max(0, living.length - 1))]
    if (!server) {
      await wait(retryMs)
      continue
    }
    const leaves = attempt === 0 && round.random.between(1, 3) === 1
    const { isAnswered, status } = await visitor.ask(sendTo(server), text, leaves)
    if (isAnswered) return true
    const isHeld = status === 409 || status === 429
    const isCut = status === 0 || status === 200 || status >= 500
    round.check(isHeld || isCut, 'a question is answered, held or cut off', () => [text, status])
    if (isCut) round.count(leaves && status === 0 ? 'visitors who hung up' : 'answers cut off')
    refusedSince = isHeld ? (refusedSince ?? Date.now()) : null
    if (refusedSince !== null && Date.now() - refusedSince > longestWaitMs) return false
    await wait(isHeld ? heldRetryMs : retryMs)
  }
}

/** Kills each server once, after a random number of questions, and restarts it. */
function killInTheMiddle(round: Round, servers: readonly ServeProcess[], questions: number) {
  const due = servers.map((server) => ({
    server,
    after: round.random.between(1, Math.ceil(questions / 3)),
  }))
  const underWay: Promise<void>[] = []
  let ended = 0
  const die = async (server: ServeProcess) => {
    await server.kill()
    round.count('kills')
    await server.restart()
  }
  return {
    /** Counts a question that has ended. */
    next(): void {
      ended += 1
      const dying = due.filter(({ after }) => after === ended)
      underWay.push(...dying.map(({ server }) => die(server)))
    },
    done: async () => void (await Promise.all(underWay)),
  }
}
