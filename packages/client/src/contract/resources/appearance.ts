// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, WriteOptions } from '../../call/call-options.ts'

/** How the chat looks. */
export interface Appearance {
  object: 'appearance'
  /** Grows by one with every change. At least 1. */
  revision: number
  title: string
  subtitle: string
  color: string
  position: 'left' | 'right' | (string & {})
  theme: 'light' | 'dark' | 'auto' | (string & {})
  avatar_url: string | null
  /** An ISO 8601 time. */
  updated_at: string
}

/** The settings of the appearance to change, and the revision that the change is based on. */
export interface AppearanceUpdate {
  /** The revision that the change is based on. */
  revision: number
  /** At most 60 characters. */
  title?: string | undefined
  /** At most 120 characters. */
  subtitle?: string | undefined
  /** `#rrggbb`. */
  color?: string | undefined
  position?: 'left' | 'right' | undefined
  theme?: 'light' | 'dark' | 'auto' | undefined
  /** An absolute address. At most 2,048 characters. */
  avatar_url?: string | null | undefined
}

/** How the chat looks. */
export interface AppearanceMethods {
  /**
   * Fetch how the chat looks.
   *
   * Scope `agent:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const { color, position, revision } = await doorkit.appearance.get()
   * console.log(`${color}, on the ${position}, revision ${revision}`)
   * ```
   */
  get(options?: CallOptions): Call<Appearance>
  /**
   * Change how the chat looks, based on the revision that was read.
   *
   * Scope `agent:write`; retried under one idempotency key.
   *
   * @throws ApiError `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { revision } = await doorkit.appearance.get()
   * const appearance = await doorkit.appearance.update({ revision, color: '#0b6e4f' })
   * console.log(appearance.color, appearance.revision === revision + 1)
   * ```
   */
  update(input: AppearanceUpdate, options?: WriteOptions): Call<Appearance>
}
