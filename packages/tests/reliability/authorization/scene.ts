import type { Operation } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import fc from 'fast-check'
import { createPopulatedKit, operations, pathWith } from '../../../server/test/contract/fixture.ts'
import { arbitraryOf } from '../../../server/test/support/arbitrary.ts'
import { caller } from '../../../server/test/support/kit.ts'
import type { Round } from '../campaign.ts'

/** The options of a call. Default: our API key, our ids, a valid body. */
export interface AskOptions {
  readonly secret?: string | null
  readonly ids?: Readonly<Record<string, string>>
  /** The one path parameter with an id of ours, if the other ids are of another workspace. */
  readonly foreign?: string
  /** Whether that parameter has an id that does not exist. */
  readonly missing?: boolean
  readonly query?: string
  /** Whether the body names the person that our workspace knows. */
  readonly named?: boolean
}

/** Two workspaces on one store, with an object of every kind in each. Ours is attacked. */
export async function openScene(store: Store, round: Round) {
  const theirs = await createPopulatedKit({ store })
  const ours = await createPopulatedKit({ store })
  const { doorkit, clock, workspace } = ours.kit
  const bodies = new Map<Operation, object | undefined>()
  for (const { operation } of operations) {
    const body = operation.body && arbitraryOf(operation.body)
    const [sample] = body ? fc.sample(body, { numRuns: 1, seed: round.seed }) : []
    bodies.set(operation, sample as object | undefined)
  }

  async function ask(operation: Operation, options: AskOptions) {
    const { ids = ours.ids, query = '', foreign, missing = false, named } = options
    const secret = options.secret === undefined ? ours.kit.key.secret : options.secret
    // Requests are so far apart that no limit is exceeded.
    clock.advance(1_000)
    const path = `${pathWith(operation, foreign ? mixedIds(operation, ids, foreign, missing) : ids)}${query}`
    const valid = bodies.get(operation)
    const body = named && valid && 'email' in valid ? { ...valid, email: knownEmail } : valid
    const { status, headers, text, json } = await ours.call(operation.method, path, {
      body,
      secret,
    })
    return { status, headers, text, code: json?.code as string | undefined }
  }

  /** The ids of the other workspace, except for one parameter, whose id is ours or does not exist. */
  function mixedIds(
    operation: Operation,
    ids: Readonly<Record<string, string>>,
    param: string,
    missing: boolean,
  ) {
    const schema = operation.params?.[param]
    const own = Object.entries(ours.ids).find(([, id]) => schema?.safeParse(id).success)
    if (!own) throw new Error(`Nothing of ours has the id {${param}} of ${operation.path}.`)
    return { ...ids, [own[0]]: missing ? `${own[0]}${'0'.repeat(26)}` : own[1] }
  }

  return {
    ours,
    operations,
    ask,
    ourIds: [...Object.values(ours.ids), workspace.id],
    setBilling: (billing: 'card_required' | 'active') =>
      doorkit.workspaces.update(workspace.id, { billing }),
    /** API keys of other workspaces, with every scope, and the ids of objects that are not ours. */
    async strangers() {
      const test = await doorkit.workspaces.create({
        name: 'Test',
        website: 'https://acme.example',
        mode: 'test',
      })
      const input = { workspace: test.id, name: 'Test', access: 'full_access' } as const
      const { secret } = await doorkit.keys.create(input)
      return [
        { kind: 'of another workspace', secret: theirs.kit.key.secret, ids: theirs.ids },
        { kind: 'of a test workspace', secret, ids: theirs.ids },
      ]
    },
    /** Every object of ours that can be read by its id, and the ids in every list, as text. */
    async everything() {
      const call = caller(ours.kit)
      const reads = operations.filter(({ operation: { method } }) => method === 'GET')
      const answers: unknown[] = []
      for (const { operation } of reads) {
        clock.advance(1_000)
        const { status, json } = await call('GET', pathWith(operation, ours.ids))
        if (status !== 200) throw new Error(`GET ${operation.path} answered ${status}.`)
        if (operation.params) answers.push(json)
        else if (operation.reply.kind === 'list') {
          answers.push(json.data.map(({ id }: { id: string }) => id))
        }
      }
      return JSON.stringify(answers)
    },
  }
}
export type Scene = Awaited<ReturnType<typeof openScene>>

/** The person that {@link createPopulatedKit} creates. */
const knownEmail = 'ada@example.com'
