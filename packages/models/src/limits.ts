const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The limits of the workspace API for all plans (docs/api.md#limits). Times are in seconds. */
export const limits = {
  /** The most bytes of a request body, unless the operation says otherwise. */
  bodyBytes: 262_144,
  /** The most bytes of a body with a knowledge document. */
  documentBodyBytes: 1_048_576,
  pageSize: { min: 1, max: 100, default: 25 },
  /** A list with `expand=messages` shows at most this many messages of each conversation, the last ones. */
  expandedMessages: 200,
  activeKeys: 25,
  accessTokenSeconds: hour,
  webhookEndpoints: 16,
  chatButtons: 20,
  idempotencyKeyLength: 255,
  idempotencyReplaySeconds: day,
  /** How long an idempotency key stays in use if the process that handled its request has died. */
  idempotencyLockSeconds: 90,
  rateWindowSeconds: minute,
  chatTurnSeconds: minute,
  eventLogSeconds: 30 * day,
  redeliverySeconds: 30 * day,
  secretOverlapSeconds: day,
  /** The most secrets of one endpoint that sign at the same time. */
  signingSecrets: 5,
  webhookTimeoutSeconds: 10,
  /** The most bytes of a receiver's answer that are read. */
  webhookAnswerBytes: 65_536,
  /** The most characters of a receiver's answer that are stored. */
  webhookAnswerCharacters: 500,
  webhookToleranceSeconds: 5 * minute,
  /** An endpoint whose deliveries all fail for this long is disabled. */
  webhookFailingSeconds: 3 * day,
  /** How far back the results of a personal link or a greeting go. */
  linkResultsSeconds: 30 * day,
  /** How many requests of a workspace the log keeps. */
  requestLogLength: 50,
  requestLogSeconds: 30 * day,
  /** The intervals between automatic attempts. A delivery has at most nine such attempts. */
  webhookRetrySeconds: [
    30,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    24 * hour,
    30 * hour,
  ],
  /** The largest share by which an interval varies in either direction. */
  webhookRetryJitter: 0.1,
  /** The longest wait a receiver can ask for with `Retry-After`. */
  webhookRetryAfterSeconds: day,
} as const

/** The value shown for a limit that a server does not have: the largest int32. */
export const unlimited = 2_147_483_647

/** The plans of a workspace, cheapest first. */
export const planNames = ['origin', 'adapt', 'evolve', 'apex'] as const

/** The name of a plan. */
export type Plan = (typeof planNames)[number]

/** The limits of a plan. */
export interface PlanLimits {
  /** Standard requests of one API key per minute. */
  readonly requests_per_minute: number
  /** Heavy requests of one API key per minute, counted separately. */
  readonly heavy_requests_per_minute: number
  /** Sessions of the chat API per calendar month (UTC); null if the plan has no chat API. */
  readonly chat_sessions_per_month: number | null
}

/** The limits of each plan (docs/api.md#rate-limits). */
export const planLimits: Readonly<Record<Plan, PlanLimits>> = {
  origin: {
    requests_per_minute: 120,
    heavy_requests_per_minute: 10,
    chat_sessions_per_month: null,
  },
  adapt: { requests_per_minute: 120, heavy_requests_per_minute: 10, chat_sessions_per_month: 500 },
  evolve: {
    requests_per_minute: 600,
    heavy_requests_per_minute: 30,
    chat_sessions_per_month: 2_500,
  },
  apex: {
    requests_per_minute: 1_200,
    heavy_requests_per_minute: 60,
    chat_sessions_per_month: 10_000,
  },
}
