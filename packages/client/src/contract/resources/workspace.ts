// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions } from '../../call/call-options.ts'

/** The workspace of an API key. */
export interface Workspace {
  id: `ws_${string}`
  object: 'workspace'
  name: string
  /** An absolute address. */
  website: string
  plan: 'origin' | 'adapt' | 'evolve' | 'apex' | (string & {})
  /** `test` in a test workspace. */
  mode: 'live' | 'test' | (string & {})
  /** An IANA name, or an offset such as `+02:00`. The days of the analytics follow it. */
  timezone: string
  limits: {
    /** 2147483647 if the server has no such limit. */
    requests_per_minute: number
    /** The separate budget of heavy operations. 2147483647 if the server has no such limit. */
    heavy_requests_per_minute: number
    /** Null if the plan has no chat API. 2147483647 if the server has no such limit. */
    chat_sessions_per_month: number | null
    webhook_endpoints: number
    chat_buttons: number
  }
  usage: {
    /** Sessions of the chat API that were opened in this calendar month (UTC). */
    chat_sessions_this_month: number
  }
  /** An ISO 8601 time. */
  created_at: string
}

/** Reading the workspace of an API key. */
export interface WorkspaceMethods {
  /**
   * Fetch the workspace that the API key belongs to.
   *
   * No scope; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const { name, plan, limits } = await doorkit.workspace.get()
   * console.log(name, plan, limits.requests_per_minute)
   * ```
   */
  get(options?: CallOptions): Call<Workspace>
}
