import type { Campaign, Round } from '../campaign.ts'
import { openStores } from '../round-resources.ts'
import { createKeys } from './keys.ts'
import { openScene, type Scene } from './scene.ts'

/** Calls every operation of the contract with every kind of API key, on the objects of two workspaces. */
export const authorization: Campaign = {
  summary: 'every operation by every kind of key and set of scopes, on ids of two workspaces',
  async round(round) {
    for (const [name, store] of Object.entries(openStores(round))) {
      const scene = await openScene(store, round)
      const keys = createKeys(scene.ours.kit)
      const before = await scene.everything()
      await attackByScopes(round, scene, keys.withScopes(setsOf(round, name)))
      await attackWithoutKey(round, scene, keys)
      await attackFromOutside(round, scene)
      const after = await scene.everything()
      round.check(after === before, `a refused request changes nothing (${name})`)
    }
  },
}

/** In the short form, the faster store gets most sets of scopes, and the other one a few. */
const setsOf = ({ long }: Round, store: string) =>
  long ? 'all' : store === 'memory' ? 'most' : 'few'

type ScopedKeys = ReturnType<Keys['withScopes']>
type Keys = ReturnType<typeof createKeys>

/** Checks that each set of scopes allows the operations that it names, and no others. */
async function attackByScopes(round: Round, { ask, operations }: Scene, keys: ScopedKeys) {
  for await (const { scopes, secret } of keys) {
    for (const { id, operation } of operations) {
      const { scope } = operation
      // A write scope includes its read (docs/api.md#scopes).
      const includes = (needed: string) =>
        scopes.some((held) => held === needed || held === needed.replace(/:read$/, ':write'))
      const facts = (answer: object) => () => ({ id, scopes, answer })
      if (scope === 'none' || includes(scope)) {
        // The scope allows the request, and a later step refuses it, so it has no effect.
        const answer = await ask(operation, { secret, query: '?no_such_parameter=1' })
        round.check(answer.status === 400, 'an API key may do what its scopes name', facts(answer))
      } else {
        const answer = await ask(operation, { secret })
        const named = answer.headers.get('www-authenticate')?.includes(`scope="${scope}"`)
        const holds = answer.code === 'insufficient_scope' && answer.status === 403 && named
        round.check(
          holds === true,
          'an API key may do nothing that its scopes do not name',
          facts(answer),
        )
      }
    }
  }
}

/** Calls with invalid API keys, and with a valid one of a workspace without a card. */
async function attackWithoutKey(round: Round, { ask, operations, setBilling }: Scene, keys: Keys) {
  for (const { kind, secret, code } of await keys.unusable()) {
    for (const { id, operation } of operations) {
      const answer = await ask(operation, { secret })
      const holds = answer.status === 401 && answer.code === code
      round.check(holds, 'an invalid API key opens nothing', () => ({ id, kind, answer }))
    }
  }
  await setBilling('card_required')
  for (const { id, operation } of operations) {
    const answer = await ask(operation, {})
    round.check(answer.status === 402, 'a workspace without a card is refused', () => [id, answer])
  }
  await setBilling('active')
}

/** Calls with API keys that have every scope, but in another workspace or in a test workspace. */
async function attackFromOutside(round: Round, scene: Scene) {
  const { ask, operations, strangers, ourIds } = scene
  for (const { kind, secret, ids } of await strangers()) {
    for (const { id, operation } of operations) {
      for (const name of Object.keys(operation.params ?? {})) {
        const answer = await ask(operation, { secret, ids, foreign: name })
        const missing = await ask(operation, { secret, ids, foreign: name, missing: true })
        // The status is 400 if the body is refused before the object is looked up.
        const isRefused = answer.status === 404 || answer.status === 400
        const holds = isRefused && answer.status === missing.status && answer.code === missing.code
        const facts = () => ({ id, kind, answer, missing })
        round.check(holds, 'an id of another workspace is treated like an unknown id', facts)
      }
    }
    for (const { id, operation } of operations.filter((one) => !one.operation.params)) {
      const answer = await ask(operation, { secret, named: true })
      const seen = ourIds.filter((one) => answer.text.includes(one))
      const holds = seen.length === 0 && answer.status < 500
      const facts = () => ({ id, kind, seen, answer })
      round.check(holds, 'nothing of another workspace is shown', facts)
    }
  }
}
