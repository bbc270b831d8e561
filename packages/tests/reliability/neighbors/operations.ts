import { api, type Operation } from '@doorkit/models'
import { allWords, largestOf } from '../../../server/test/support/largest.ts'
import type { Call } from './attack.ts'
import type { FilledWorkspace } from './fill.ts'

/** The data from which the calls of an operation are made. */
export interface Scene extends FilledWorkspace {
  /** The origin of all webhook endpoints and knowledge pages. */
  readonly site: string
  /** Sends a request of the attacking workspace and returns its body. */
  send(call: Call): Promise<Record<string, unknown>>
}

/** An operation at its largest. */
export interface LargestOperation {
  readonly id: string
  /** Whether each call can be sent only once, because it uses up its object or adds much data. */
  readonly once: boolean
  /** Whether only one of several calls at once can succeed. The others are answered with a conflict. */
  readonly conflicts: boolean
  /** Whether it removes objects that other operations need. */
  readonly last: boolean
  /** Makes this many calls that can run in parallel. */
  prepare(scene: Scene, count: number): Promise<Call[]>
}

/**
 * The differences from the default input, which has ids of the scene, the widest query and the largest
 * body.
 */
interface Special {
  readonly once?: true
  readonly conflicts?: true
  readonly last?: true
  /** Makes a new object for each call, and returns the id to use as `{id}`. */
  fresh?(scene: Scene, number: number): Promise<string> | string
  /** Fields whose valid values do not follow from the schema alone. */
  body?(scene: Scene, number: number): Promise<object> | object
}

type OperationId = {
  [Resource in keyof typeof api]: `${Resource}.${keyof (typeof api)[Resource] & string}`
}[keyof typeof api]

/** The query parameters that make an answer larger. Those that make it smaller are left out. */
const widest: Readonly<Record<string, string>> = {
  limit: '100',
  expand: 'messages',
  include_test: 'true',
  range: '90d',
}
const narrowing = [
  'starting_after',
  'updated_since',
  'created_since',
  'email',
  'has_lead',
  'graded',
]
const filters = [...narrowing, 'verified', 'status', 'page', 'source', 'device']

let made = 0
const next = () => 10_000 + made++

const operationOf = (id: OperationId): Operation => {
  const [resource = '', name = ''] = id.split('.')
  return (api as Readonly<Record<string, Record<string, Operation>>>)[resource]?.[name] as Operation
}

/** Sends an operation at its largest, and returns the id of the new object. */
async function make(scene: Scene, id: OperationId, path?: string): Promise<string> {
  const operation = operationOf(id)
  const special = specials[id]
  const number = next()
  const body = operation.body && {
    ...(largestOf(operation.body, number) as object),
    ...(await special?.body?.(scene, number)),
  }
  const { method } = operation
  const made = await scene.send({ method, path: path ?? operation.path, body })
  return String(made.id)
}

const makes = (id: OperationId) => (scene: Scene) => make(scene, id)

/** Makes an opening test and takes it through these steps. */
const testAfter =
  (...steps: readonly string[]) =>
  async (scene: Scene) => {
    const id = await make(scene, 'experiments.create')
    for (const step of steps) {
      if (step === 'variants')
        await make(scene, 'experiments.proposeVariant', `/experiments/${id}/variants`)
      else await scene.send({ method: 'POST', path: `/experiments/${id}/${step}` })
    }
    return id
  }

const pickFrom = <Item>(items: readonly Item[], at: number): Item => {
  const item = items[at % items.length]
  if (item === undefined) throw new Error('The workspace was filled with too little.')
  return item
}

const longUrl = (start: string) => `${start}/`.padEnd(2_048, 'a')
const greeting = ({ ids }: Scene, number: number) => ({ greeting: pickFrom(ids.gr_ ?? [], number) })
const person = { id: 'i'.repeat(255), name: 'n'.repeat(200) }
/** Lets the person join a conversation after the 50th. `conversations.join` uses the first ones. */
async function joined({ ids, send }: Scene, number: number): Promise<string> {
  const id = pickFrom(ids.conv_ ?? [], number + 50)
  await send({ method: 'POST', path: `/conversations/${id}/join`, body: { person } })
  return id
}
/** How many people and opening tests with a winner are used up: a call can use each only once. */
let used = 0

const specials: { readonly [Id in OperationId]?: Special } = {
  'appearance.update': {
    once: true,
    conflicts: true,
    async body({ send }) {
      const { revision } = await send({ method: 'GET', path: '/appearance' })
      return { revision }
    },
  },
  'chatButtons.create': { once: true },
  'chatButtons.delete': { once: true, fresh: makes('chatButtons.create') },
  'chatSessions.send': { body: () => ({ text: allWords(4_000), stream: false }) },
  'contacts.delete': {
    once: true,
    last: true,
    fresh: ({ people }) => pickFrom(people, used++).contact,
  },
  'conversations.delete': {
    once: true,
    async fresh(scene) {
      const session = await make(scene, 'chatSessions.create')
      const { conversation } = await scene.send({
        method: 'GET',
        path: `/chat/sessions/${session}`,
      })
      return String(conversation)
    },
  },
  'conversations.leave': { once: true, fresh: joined, body: () => ({ person }) },
  'conversations.send': { fresh: joined, body: () => ({ person }) },
  // An external id is unique in the workspace.
  'contacts.update': { body: (_, number) => ({ external_id: `u${number}`.padEnd(255, 'x') }) },
  'experiments.create': { once: true },
  'experiments.start': { once: true, fresh: testAfter('variants') },
  'experiments.pause': { once: true, fresh: testAfter('variants', 'start') },
  'experiments.resume': { once: true, fresh: testAfter('variants', 'start', 'pause') },
  'experiments.stop': { once: true, fresh: testAfter('variants', 'start') },
  'experiments.proposeVariant': { once: true, fresh: testAfter() },
  'experiments.promote': {
    once: true,
    fresh: ({ won }) => pickFrom(won, used).experiment,
    body: ({ won }) => ({ variant: pickFrom(won, used++).variant }),
  },
  'experiments.applyWinner': {
    once: true,
    fresh: ({ won }) => pickFrom(won, used++).experiment,
  },
  'knowledgeDocuments.create': { once: true },
  'knowledgeDocuments.delete': { once: true, fresh: makes('knowledgeDocuments.create') },
  'knowledgeSources.create': {
    once: true,
    body: ({ site }, number) => ({ url: longUrl(`${site}/page/${number}`) }),
  },
  'knowledgeSources.delete': { once: true, fresh: makes('knowledgeSources.create') },
  'linkGreetings.create': { once: true },
  'linkGreetings.delete': { once: true, fresh: makes('linkGreetings.create') },
  'personalLinks.create': { once: true, body: greeting },
  'personalLinks.update': { body: greeting },
  'personalLinks.delete': { once: true, fresh: makes('personalLinks.create') },
  'privacy.export': { body: ({ big }) => ({ email: big }) },
  'privacy.erase': {
    once: true,
    last: true,
    body: ({ people }) => ({ email: pickFrom(people, used++).email }),
  },
  'webhookEndpoints.create': {
    once: true,
    body: ({ site }, number) => ({ url: longUrl(`${site}/hook/${number}`) }),
  },
  'webhookEndpoints.update': {
    body: ({ site }, number) => ({ url: longUrl(`${site}/hook/${number}`), status: 'enabled' }),
  },
  'webhookEndpoints.delete': { once: true, fresh: makes('webhookEndpoints.create') },
  'webhookEndpoints.redeliver': { fresh: ({ ids }) => pickFrom(ids.we_ ?? [], 0) },
}

/** Every operation of the contract at its largest. */
export const largestOperations: readonly LargestOperation[] = Object.entries(api)
  .flatMap(([resource, group]) => Object.keys(group).map((name) => `${resource}.${name}`))
  .map((id) => describe(id as OperationId))
  .sort((left, right) => Number(left.last) - Number(right.last))

function describe(id: OperationId): LargestOperation {
  const operation = operationOf(id)
  const { method, path, query, params = {} } = operation
  const special: Special = specials[id] ?? {}
  const wide = Object.keys(query?.shape ?? {}).flatMap((name) => {
    if (widest[name] !== undefined) return [`${name}=${widest[name]}`]
    if (filters.includes(name)) return []
    throw new Error(`Say whether ${name} of ${id} makes an answer larger.`)
  })
  const suffix = wide.length > 0 ? `?${wide.join('&')}` : ''
  return {
    id,
    once: special.once ?? false,
    conflicts: special.conflicts ?? false,
    last: special.last ?? false,
    prepare: async (scene, count) => {
      const calls: Call[] = []
      for (let number = 0; number < count; number += 1) {
        const fresh = await special.fresh?.(scene, number)
        const named = path.replace(/\{(\w+)\}/g, (_, name: string) => {
          if (name === 'id' && fresh !== undefined) return fresh
          const own = Object.values(scene.ids).find(
            (ids) => params[name]?.safeParse(ids[0]).success,
          )
          return pickFrom(own ?? [], number)
        })
        const body = operation.body && {
          ...(largestOf(operation.body, special.once ? next() : number) as object),
          ...(await special.body?.(scene, number)),
        }
        calls.push({ method, path: `${named}${suffix}`, body })
      }
      return calls
    },
  }
}
