import { type Clock, systemClock } from '../clock.ts'
import { DoorkitError } from '../doorkit-error.ts'
import { schemaPlan } from '../records/plan.ts'
import { settings } from '../records/setting.ts'
import { workspaces } from '../records/workspace.ts'
import { resilientStore } from '../resilient-store.ts'
import type { Store, WriteOp } from '../store/index.ts'
import { contactRows } from './contact-rows.ts'
import { conversationRows } from './conversation-rows.ts'
import { demoIds } from './demo-ids.ts'
import { documentRows } from './document-rows.ts'
import { eventRows } from './event-rows.ts'
import { planVisits } from './plan-visits.ts'
import { seededRandom } from './seeded-random.ts'

/** What {@link seedDemo} fills. */
export interface DemoOptions {
  readonly store: Store
  /** The id of the workspace to fill. */
  readonly workspace: string
  /** Default: the machine's clock. Only its day counts. */
  readonly clock?: Clock | undefined
}

/** What {@link seedDemo} did. */
export interface DemoReport {
  /** False when the workspace had its demo already. */
  readonly added: boolean
}

/** The progress of a demo, as the store keeps it. */
interface Mark {
  /** The start of the day the demo was made on. */
  readonly today: number
  readonly done: boolean
}

const day = 86_400_000
const largestCommit = 100

/**
 * Fills a workspace with the demonstration: conversations of the last 90 days, their contacts and
 * events, and what the agent knows. The same day gives the same content. Filling a workspace again
 * adds nothing; what was interrupted is completed.
 *
 * @throws DoorkitError `not_found` when there is no such workspace.
 */
export async function seedDemo(options: DemoOptions): Promise<DemoReport> {
  const { workspace, clock = systemClock } = options
  const store = resilientStore(options.store, clock, Math.random)
  await store.migrate(schemaPlan)
  if (!(await workspaces.get(store, workspace))) {
    throw new DoorkitError('not_found', `There is no workspace ${workspace}.`)
  }
  const mark = `demo.${workspace}`
  const begun: Mark = { today: Math.floor(clock.now() / day) * day, done: false }
  await store.commit([settings.insert(mark, {}, { value: JSON.stringify(begun) }, 'ignore')])
  const row = await settings.get(store, mark)
  const { today, done } = row ? (JSON.parse(row.data.value) as Mark) : begun
  if (done) return { added: false }
  await fill(store, workspace, today)
  const ended: Mark = { today, done: true }
  await store.commit([settings.patch(mark, { data: { value: JSON.stringify(ended) } })])
  return { added: true }
}

async function fill(store: Store, workspace: string, today: number): Promise<void> {
  const random = seededRandom(today / day)
  const demoId = demoIds(workspace)
  const plan = planVisits(random, today)
  const contacts = contactRows(random, workspace, demoId, plan, today)
  const contactOf = (email: string) =>
    contacts.find((contact) => contact.email === email)?.id ?? null
  const conversations = plan.visits.map((visit) =>
    conversationRows(random, workspace, demoId, visit, contactOf),
  )
  await commitAll(
    store,
    contacts.map(({ op }) => [op]),
  )
  await commitAll(store, documentRows(workspace, demoId, today - 90 * day))
  await commitAll(
    store,
    conversations.map(({ ops }) => ops),
  )
  const logged: WriteOp[][] = []
  for (const conversation of conversations) {
    logged.push(await eventRows(store, workspace, demoId, conversation, today))
  }
  await commitAll(store, logged)
}

/** Commits groups of writes that belong together, in commits of a bounded size. */
async function commitAll(store: Store, groups: readonly (readonly WriteOp[])[]): Promise<void> {
  let ops: WriteOp[] = []
  for (const group of groups) {
    if (ops.length + group.length > largestCommit) {
      await commitOnce(store, ops)
      ops = []
    }
    ops.push(...group)
  }
  await commitOnce(store, ops)
}

async function commitOnce(store: Store, ops: readonly WriteOp[]): Promise<void> {
  const result = await store.commit(ops)
  if (!result.ok) throw new Error('The demonstration could not be stored. Try again.')
}
