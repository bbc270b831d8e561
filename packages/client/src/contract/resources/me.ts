// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions } from '../../call/call-options.ts'
import type { Scope } from '../scope.ts'

/** The identity of an API key: the answer of GET /me. */
export interface ApiKeyIdentity {
  object: 'api_key_identity'
  /** The id of the API key; never the secret. */
  key: `key_${string}`
  name: string
  /** `secret_key`, or `access_token` for the short-lived token of a connected app. */
  kind: 'secret_key' | 'access_token' | (string & {})
  /** `test` in a test workspace. */
  mode: 'live' | 'test' | (string & {})
  /** The scopes of the API key; a write scope includes its read scope. */
  scopes: (Scope | (string & {}))[]
  workspace: `ws_${string}`
}

/** The identity of the API key of the request. */
export interface Me {
  /**
   * Fetch the API key of the request, with its scopes.
   *
   * No scope; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const { name, mode, scopes } = await doorkit.me.get()
   * console.log(name, mode, scopes.includes('contacts:write'))
   * ```
   */
  get(options?: CallOptions): Call<ApiKeyIdentity>
}
