const minute = 60
const day = 24 * 60 * minute

/** The limits of the site API (docs/site-api.md#limits). Times are in seconds. */
export const siteLimits = {
  /** The most bytes of a request body. */
  bodyBytes: 16_384,
  /** The most characters of a message. */
  messageLength: 4_000,
  /** How long a visitor token is valid; each visit makes a new one. */
  visitorTokenSeconds: 30 * day,
  /** How long a visit token is valid. */
  visitTokenSeconds: 30 * minute,
  /** The most messages of one visitor in a minute. */
  messagesPerMinute: 20,
  /** The most other requests of one visitor in a minute. */
  requestsPerMinute: 120,
  /** The most requests from one IPv4 address or IPv6 /64 network in a minute, in each server process. */
  addressRequestsPerMinute: 120,
  /** How many event streams a visitor can have open in each server process. One more ends the oldest. */
  eventStreams: 8,
  /** How long a page waits before it opens a stream of events again. */
  eventRetrySeconds: 3,
  /** How long a stream of events is silent before the server writes a comment to it. */
  eventHeartbeatSeconds: 20,
  /** The least time for which an answer can be resumed after its end. */
  answerResumeSeconds: minute,
  /** How long a preview token is valid, unless the host sets a time. */
  previewTokenSeconds: 15 * minute,
  /** How long browsers cache the response to a preflight. */
  preflightSeconds: 10 * minute,
  /** The most origins of a site key. */
  origins: 20,
} as const
