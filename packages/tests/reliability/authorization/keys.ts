import { scopes as everyScope, type Scope } from '@doorkit/models'
import type { Kit } from '../../../server/test/support/kit.ts'

/** Makes API keys of every kind for a workspace. */
export function createKeys({ doorkit, workspace, clock, key }: Kit) {
  const name = 'Attack'
  async function keyWith(scopes: readonly Scope[]) {
    const { id, secret } = await doorkit.keys.create({ workspace: workspace.id, name, scopes })
    return { secret, revoke: () => doorkit.keys.revoke({ workspace: workspace.id, id }) }
  }
  return {
    /** An API key for each set of scopes, which is revoked when the next one is requested. */
    async *withScopes(which: 'all' | 'most' | 'few') {
      const single = everyScope.map((scope) => [scope])
      const others = everyScope.map((scope) => everyScope.filter((other) => other !== scope))
      const reads = everyScope.filter((scope) => scope.endsWith(':read'))
      const writes = everyScope.filter((scope) => scope.endsWith(':write'))
      const few = [reads, writes, everyScope]
      const most = [...few, ...single]
      const sets = { few, most, all: [...most, ...others] }[which]
      for (const scopes of sets) {
        const { secret, revoke } = await keyWith(scopes)
        yield { scopes: scopes as readonly string[], secret }
        await revoke()
      }
    },
    /** Secrets that open nothing, with the code of the refusal. */
    async unusable() {
      const revoked = await keyWith(everyScope)
      await revoked.revoke()
      const token = await doorkit.keys.createAccessToken({
        workspace: workspace.id,
        name,
        scopes: everyScope,
      })
      clock.advance(3_600_000)
      const { secret } = key
      const last = secret.at(-1) === 'a' ? 'b' : 'a'
      const code = 'invalid_api_key'
      return [
        { kind: 'no key', secret: null, code: 'authentication_required' },
        { kind: 'revoked', secret: revoked.secret, code },
        { kind: 'expired', secret: token.secret, code },
        { kind: 'mistyped', secret: `${secret.slice(0, -1)}${last}`, code },
        { kind: 'cut short', secret: secret.slice(0, -1), code },
        { kind: 'of the other mode', secret: secret.replace('dk_live_', 'dk_test_'), code },
        { kind: 'in capitals', secret: secret.toUpperCase(), code },
      ]
    },
  }
}
