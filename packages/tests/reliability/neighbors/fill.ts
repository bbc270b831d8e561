import { api, type Operation } from '@doorkit/models'
import type { Doorkit } from '@doorkit/server'
import type { Store } from '@doorkit/store'
import { conversations } from '../../../server/src/collections/conversation.ts'
import { experimentArms } from '../../../server/src/collections/experiment-arm.ts'
import { winning } from '../../../server/test/support/experiments.ts'
import { type Call, caller } from '../../../server/test/support/kit.ts'
import { largestOf, wordsOf } from '../../../server/test/support/largest.ts'
import { fillCounts, fillTranscript } from '../stalls/fill.ts'

/** How many objects of each kind the attacking workspace has. */
export interface Size {
  readonly documents: number
  readonly documentCharacters: number
  readonly transcripts: number
  readonly messages: number
  /** Messages of 4,000 characters in the longest transcript. */
  readonly longest: number
  readonly contacts: number
  /** The number of long pages of its website. */
  readonly pages: number
  /** The number of personal links, link greetings and opening tests, and of chat buttons up to 25. */
  readonly others: number
  readonly counts: { readonly days: number; readonly pages: number; readonly sources: number }
}

/** A person with a transcript. */
export interface Person {
  readonly email: string
  readonly contact: string
}

/** The objects of the attacking workspace, for the calls. */
export interface FilledWorkspace {
  readonly secret: string
  /** Ids by prefix. The first chat session has the longest transcript. */
  readonly ids: Readonly<Record<string, readonly string[]>>
  readonly people: readonly Person[]
  /** The email address of the person to whom half of the transcripts belong. */
  readonly big: string
  /** Opening tests that have a winner. */
  readonly won: readonly { readonly experiment: string; readonly variant: string }[]
}

const big = 'big@acme.example'

/** Makes a workspace with an API key that has every scope. */
export async function openWorkspace(doorkit: Doorkit, name: string) {
  const { id } = await doorkit.workspaces.create({ name, website: 'https://acme.example' })
  const { secret } = await doorkit.keys.create({ workspace: id, name, access: 'full_access' })
  return { id, secret, call: caller({ doorkit, key: { secret } as never }) }
}

/** Makes a workspace of this size. */
export async function fillWorkspace(
  store: Store,
  doorkit: Doorkit,
  size: Size,
  site: string,
): Promise<FilledWorkspace> {
  const { id: workspace, secret, call } = await openWorkspace(doorkit, 'big')
  const post = async (path: string, body: unknown = undefined) => {
    const { status, text, json } = await call('POST', path, { body })
    if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${text.slice(0, 500)}`)
    return json
  }
  const largest = (operation: Operation, number: number) =>
    largestOf(operation.body, number) as Record<string, unknown>
  const times = (count: number) => Array.from({ length: count }, (_, number) => number)

  const { chatSessions, contacts, experiments, knowledgeDocuments, chatButtons } = api
  for (const number of times(3)) {
    await post('/webhook_endpoints', { url: `${site}/hook/${number}`, events: ['*'] })
  }
  await fillCounts(store, workspace, { now: Date.now(), ...size.counts })

  const people: Person[] = []
  const sessions: string[] = []
  const transcript = async (number: number, length: number, text?: string) => {
    const body = { ...largest(chatSessions.create, number), visitor: { name: 'Ada' } }
    const { id, conversation } = await post('/chat/sessions', body)
    await fillTranscript(store, { workspace, conversation }, length, text)
    const row = await conversations.get(store, workspace, conversation)
    if (!row) throw new Error('The conversation of a session is missing.')
    const data = { ...row.data, message_count: length, spoken: true }
    await store.commit([conversations.edit(row, { data })])
    sessions.push(id)
    return conversation as string
  }
  await transcript(0, size.longest, wordsOf(4_000))
  for (const number of times(size.transcripts)) {
    const conversation = await transcript(number + 1, size.messages)
    const email = number < size.transcripts / 2 ? big : `person-${number}@acme.example`
    const { conversations: record } = doorkit.record(workspace)
    const contact = await record.captureLead(conversation, { email })
    if (email !== big) people.push({ email, contact })
    const start = Date.UTC(2030, 1, 1 + number)
    await doorkit.record(workspace).meetings.book({
      conversation,
      provider: 'cal.com',
      start_at: new Date(start).toISOString(),
      end_at: new Date(start + 1_800_000).toISOString(),
      invitee: { name: 'Ada', email },
    })
  }
  for (const number of times(size.contacts))
    await post('/contacts', largest(contacts.upsert, number))
  for (const number of times(size.documents)) {
    const content = wordsOf(size.documentCharacters, number)
    await post('/knowledge/documents', { ...largest(knowledgeDocuments.create, number), content })
  }
  for (const number of times(size.pages)) {
    await post('/knowledge/sources', { url: `${site}/page/${number}` })
  }
  for (const number of times(Math.min(size.others, 25))) {
    await post('/chat_buttons', largest(chatButtons.create, number))
  }
  const won: FilledWorkspace['won'][number][] = []
  for (const number of times(size.others)) {
    await post('/personal_links', {
      ...largest(api.personalLinks.create, number),
      greeting: (await post('/link_greetings', largest(api.linkGreetings.create, number))).id,
    })
    const opening = { ...largest(experiments.create, number), metric: 'chats' }
    const { id } = await post('/experiments', opening)
    let test = { variants: [] as { id: string }[] }
    for (const variant of times(3)) {
      test = await post(`/experiments/${id}/variants`, largest(experiments.proposeVariant, variant))
    }
    if (number % 2 === 0) continue
    await post(`/experiments/${id}/start`)
    const [control, variant] = test.variants
    const count = (arm: string | undefined, set: object) =>
      experimentArms.patch(workspace, arm ?? '', { set })
    await store.commit([count(control?.id, winning.control), count(variant?.id, winning.variant)])
    const shown = { experiment: id, variant: variant?.id ?? '' }
    await doorkit.record(workspace).experiments.view(shown)
    won.push(shown)
  }
  // Runs the worker, so that there are deliveries.
  await doorkit.worker.tick()
  const listed = await listIds(call)
  const { json } = await call('GET', `/webhook_endpoints/${listed.we_?.[0]}/deliveries?limit=100`)
  const whd_ = json.data.map(({ id }: { id: string }) => id)
  const ids = { ...listed, whd_, chs_: sessions }
  return { secret, ids, people, big, won }
}

/** The ids of the first page of every list whose path has no parameters, by their prefix. */
async function listIds(call: Call): Promise<Record<string, string[]>> {
  const ids: Record<string, string[]> = {}
  const keep = (id: string) => {
    const prefix = `${id.split('_')[0]}_`
    ids[prefix] = [...(ids[prefix] ?? []), id]
  }
  const all = Object.values(api).flatMap((group) => Object.values<Operation>(group))
  for (const { path, params, query, reply } of all) {
    if (reply.kind !== 'list' || params) continue
    const { json } = await call('GET', `${path}${query ? '?limit=100' : ''}`)
    for (const { id } of json.data as { id: string }[]) keep(id)
  }
  return ids
}
