// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, ListOptions, WriteOptions } from '../../call/call-options.ts'
import type { ListCall } from '../../list/list-call.ts'
import type { ChatButtonId } from '../ids.ts'

/** A button of the chat: it sends a message, follows a link or shows HTML. */
export interface ChatButton {
  id: `btn_${string}`
  object: 'chat_button'
  label: string
  /** The message that the button sends, if `behavior` is `send`. */
  message: string
  /**
   * The effect of a click: `send` sends the message, `link` follows the link, and `html` shows the
   * HTML.
   */
  behavior: 'send' | 'link' | 'html' | (string & {})
  style: 'brand' | 'outline' | 'ghost' | 'custom' | (string & {})
  size: 'sm' | 'md' | 'lg' | 'custom' | (string & {})
  corners: 'match' | 'square' | 'rounded' | 'pill' | 'custom' | (string & {})
  width: 'auto' | 'full' | (string & {})
  /** The colors of the button if `style` is `custom`. */
  colors: {
    /** `#rrggbb`. */
    background: string | null
    /** `#rrggbb`. */
    text: string | null
    /** `#rrggbb`. */
    border: string | null
    /** `#rrggbb`. */
    hover: string | null
  }
  /**
   * Sizes in pixels. `radius` applies if `corners` is `custom`, and the others apply if `size` is
   * `custom`.
   */
  custom: {
    /** 0 to 200. */
    paddingX: number
    /** 0 to 200. */
    paddingY: number
    /** 0 to 200. */
    fontSize: number
    /** 0 to 200. */
    radius: number
  }
  /** Whether search engines are asked not to follow the link. */
  nofollow: boolean
  /** The address that the button leads to, if `behavior` is `link`. */
  link: string
  /** The HTML that the button shows, if `behavior` is `html`. */
  html: string
}

/** The fields of a chat button that can be changed. Omitted fields do not change. */
export interface ChatButtonUpdate {
  /** 1 to 60 characters. */
  label?: string | undefined
  /** At most 500 characters. */
  message?: string | undefined
  behavior?: 'send' | 'link' | 'html' | undefined
  style?: 'brand' | 'outline' | 'ghost' | 'custom' | undefined
  size?: 'sm' | 'md' | 'lg' | 'custom' | undefined
  corners?: 'match' | 'square' | 'rounded' | 'pill' | 'custom' | undefined
  width?: 'auto' | 'full' | undefined
  colors?: {
    /** `#rrggbb`. */
    background?: string | null | undefined
    /** `#rrggbb`. */
    text?: string | null | undefined
    /** `#rrggbb`. */
    border?: string | null | undefined
    /** `#rrggbb`. */
    hover?: string | null | undefined
  } | undefined
  custom?: {
    /** 0 to 200. */
    paddingX?: number | undefined
    /** 0 to 200. */
    paddingY?: number | undefined
    /** 0 to 200. */
    fontSize?: number | undefined
    /** 0 to 200. */
    radius?: number | undefined
  } | undefined
  nofollow?: boolean | undefined
  /** An http or https address; empty for none. */
  link?: string | '' | undefined
  /** At most 5,000 characters. */
  html?: string | undefined
}

/** A chat button to create. The server refuses one without the field that its behavior needs. */
export interface ChatButtonCreate extends ChatButtonUpdate {
  /** 1 to 60 characters. */
  label: string
}

/** The answer to the deletion of a chat button. */
export interface ChatButtonDeleted {
  id: `btn_${string}`
  object: 'chat_button'
  deleted: true
}

/** The buttons of the chat. */
export interface ChatButtons {
  /**
   * List all chat buttons.
   *
   * Scope `agent:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { label, behavior } of doorkit.chatButtons.list()) {
   *   console.log(label, behavior)
   * }
   * ```
   */
  list(options?: ListOptions): ListCall<ChatButton>
  /**
   * Create a chat button.
   *
   * Scope `agent:write`; retried under one idempotency key.
   *
   * @throws ApiError `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const button = await doorkit.chatButtons.create({
   *   label: 'What does it cost?',
   *   message: 'I would like to know your prices.',
   * })
   * console.log(button.id)
   * ```
   */
  create(input: ChatButtonCreate, options?: WriteOptions): Call<ChatButton>
  /**
   * Fetch one chat button.
   *
   * Scope `agent:read`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { label, message } = await doorkit.chatButtons.get(buttonId)
   * console.log(`"${label}" sends "${message}"`)
   * ```
   */
  get(id: ChatButtonId | (string & {}), options?: CallOptions): Call<ChatButton>
  /**
   * Change a chat button.
   *
   * Scope `agent:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { colors } = await doorkit.chatButtons.update(buttonId, {
   *   style: 'custom',
   *   colors: { background: '#0b6e4f', text: '#ffffff' },
   * })
   * console.log(colors.background)
   * ```
   */
  update(id: ChatButtonId | (string & {}), input: ChatButtonUpdate, options?: WriteOptions): Call<ChatButton>
  /**
   * Delete a chat button.
   *
   * Scope `agent:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { deleted } = await doorkit.chatButtons.delete(buttonId)
   * console.log(deleted)
   * ```
   */
  delete(id: ChatButtonId | (string & {}), options?: WriteOptions): Call<ChatButtonDeleted>
}
