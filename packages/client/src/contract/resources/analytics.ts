// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions } from '../../call/call-options.ts'

/** The results of the chat over a range of days. */
export interface Analytics {
  object: 'analytics'
  range: '7d' | '14d' | '30d' | '90d' | (string & {})
  filters: {
    page: string | null
    source: string | null
    device: 'desktop' | 'mobile' | (string & {}) | null
  }
  /** The counted range, and the start of the previous range. */
  window: {
    /** An ISO 8601 time. */
    from: string
    /** An ISO 8601 time. */
    to: string
    /** An ISO 8601 time. */
    previous_from: string
  }
  headline: {
    metric: 'visitors' | 'conversations' | 'leads' | 'meetings' | 'conversion_rate' | (string & {})
    value: number
    /** The value in the previous range. */
    previous: number
    series: {
      /** A day in the workspace's time zone. For example `2026-10-12`. */
      day: string
      value: number
    }[]
  }[]
  funnel: {
    stage:
      | 'visitors'
      | 'opening_seen'
      | 'chat_opened'
      | 'conversation'
      | 'lead'
      | 'meeting'
      | (string & {})
    label: string
    /**
     * How many times this stage was reached: at most once per visit. A person may count several
     * times.
     */
    visitors: number
    /** Null for the first stage. */
    rate_from_previous: number | null
  }[]
  /** Null if no stage has a lower count than the stage before it. */
  biggest_drop: {
    from:
      | 'visitors'
      | 'opening_seen'
      | 'chat_opened'
      | 'conversation'
      | 'lead'
      | 'meeting'
      | (string & {})
    to:
      | 'visitors'
      | 'opening_seen'
      | 'chat_opened'
      | 'conversation'
      | 'lead'
      | 'meeting'
      | (string & {})
    /** The count of the stage `from`, minus the count of the stage `to`. */
    lost: number
    rate: number
  } | null
  by_day: {
    /** A day in the workspace's time zone. For example `2026-10-12`. */
    day: string
    visitors: number
    leads: number
    meetings: number
  }[]
  pages: {
    label: string
    visitors: number
    openings_seen: number
    chats_opened: number
    conversations: number
    leads: number
    meetings: number
  }[]
  sources: {
    label: string
    visitors: number
    openings_seen: number
    chats_opened: number
    conversations: number
    leads: number
    meetings: number
    /** Whether an AI assistant sent at least one of the visitors. */
    ai_assistant: boolean
  }[]
  devices: {
    label: string
    count: number
  }[]
  /** Visits of new visitors, and visits of visitors who came back. */
  returning: {
    label: string
    count: number
  }[]
  intents: {
    label: string
    count: number
  }[]
  buying_stages: {
    label: string
    count: number
  }[]
  /** The reasons why conversations failed, as the grader found them. */
  failures: {
    label: string
    count: number
  }[]
  conversation_quality: {
    /** Conversations that were graded. */
    graded: number
    understood_rate: number | null
    average_qualification: number | null
    average_meeting_intent: number | null
    /** Conversations that a person should read. */
    needs_review: number
  }
}

/** The parameters of `analytics.get`. */
export interface AnalyticsGetQuery {
  /** Default: `'30d'`. */
  range?: '7d' | '14d' | '30d' | '90d' | undefined
  /** Counts only visits that began on this page. 1 to 2,048 characters. */
  page?: string | undefined
  /** Counts only visits from this source. 1 to 200 characters. */
  source?: string | undefined
  /** Counts only visits with this kind of device. */
  device?: 'desktop' | 'mobile' | undefined
}

/** Analytics of the site's visitors. */
export interface AnalyticsMethods {
  /**
   * Read the funnel, pages, sources and conversation quality of a range of days.
   *
   * Scope `analytics:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const { funnel } = await doorkit.analytics.get({ range: '7d', device: 'mobile' })
   * for (const { label, visitors } of funnel) console.log(label, visitors)
   * ```
   */
  get(query?: AnalyticsGetQuery, options?: CallOptions): Call<Analytics>
}
