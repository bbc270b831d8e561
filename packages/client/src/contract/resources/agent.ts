// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, WriteOptions } from '../../call/call-options.ts'
import type { WeeklyHours } from './weekly-hours.ts'

/** How the agent behaves. */
export interface AgentSettings {
  object: 'agent'
  /** Whether the chat is switched on. */
  live: boolean
  /** The name by which the agent introduces itself. */
  name: string
  /** The agent's task, in words. */
  instructions: string
  tone: 'friendly' | 'neutral' | 'formal' | (string & {})
  /** A BCP 47 tag, or `auto`. */
  language: string
  /** Whether visitors can ask for a person, which address is notified, and when people answer. */
  handoff: {
    enabled: boolean
    email: string | null
    /**
     * When people answer. If missing, the hours of the host apply; if the host has none, people
     * answer at any time.
     */
    hours?: WeeklyHours | undefined
  }
  /** Whether visitors can book a meeting, and where. */
  booking: {
    enabled: boolean
    url: string | null
  }
  /** An ISO 8601 time. */
  updated_at: string
}

/** The settings of the agent that can be changed. Omitted fields do not change. */
export interface AgentUpdate {
  /** Switches the chat on or off. */
  live?: boolean | undefined
  /** 1 to 80 characters. */
  name?: string | undefined
  /** At most 8,000 characters. */
  instructions?: string | undefined
  tone?: 'friendly' | 'neutral' | 'formal' | undefined
  /** A BCP 47 tag, or `auto`. At most 35 characters. */
  language?: string | undefined
  handoff?: {
    enabled?: boolean | undefined
    /** An email address. At most 254 characters. */
    email?: string | null | undefined
    /** Null removes the hours. */
    hours?: {
      /**
       * An IANA name, or an offset such as `+02:00`. If null or missing, the time zone of the
       * workspace applies. At most 64 characters.
       */
      timezone?: string | null | undefined
      /** Days on which nobody answers: `2026-12-25`. At most 400 items. */
      holidays?: readonly string[] | undefined
      /** At most 50 items. */
      shifts: readonly {
        /** 1 to 7 items. */
        days: readonly (
          | 'monday'
          | 'tuesday'
          | 'wednesday'
          | 'thursday'
          | 'friday'
          | 'saturday'
          | 'sunday'
        )[]
        /** A local time: `09:00`. */
        opens: string
        /** A later time of the same day, up to `24:00`. */
        closes: string
      }[]
    } | null | undefined
  } | undefined
  booking?: {
    enabled?: boolean | undefined
    /** An absolute address. At most 2,048 characters. */
    url?: string | null | undefined
  } | undefined
}

/** How the agent behaves, and whether the chat is on. */
export interface AgentMethods {
  /**
   * Fetch the agent's settings.
   *
   * Scope `agent:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const { live, tone, language } = await doorkit.agent.get()
   * console.log(live ? `answers in a ${tone} tone, in ${language}` : 'is switched off')
   * ```
   */
  get(options?: CallOptions): Call<AgentSettings>
  /**
   * Change the agent's settings, or switch the chat on or off.
   *
   * Scope `agent:write`; retried under one idempotency key.
   *
   * @throws ApiError `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const settings = await doorkit.agent.update({
   *   tone: 'friendly',
   *   handoff: { enabled: true, email: 'sales@acme.example' },
   * })
   * console.log(settings.handoff.email)
   * ```
   */
  update(input: AgentUpdate, options?: WriteOptions): Call<AgentSettings>
}
