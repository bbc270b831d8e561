const minute = 60
const day = 24 * 60 * minute

/** The limits of the site API (docs/site-api.md#limits). Times are in seconds. */
export const siteLimits = {
  /** Bytes of a request body. */
  bodyBytes: 16_384,
  /** Characters of a message. */
  messageLength: 4_000,
  /** How long a visitor token is valid; each visit makes a new one. */
  visitorTokenSeconds: 30 * day,
  /** How long a visit token is valid. */
  visitTokenSeconds: 30 * minute,
  /** Messages of one visitor in one minute. */
  messagesPerMinute: 20,
  /** Other requests of one visitor in one minute. */
  requestsPerMinute: 120,
  /** Requests from one address in one minute, counted by each server process. */
  addressRequestsPerMinute: 120,
  /** Streams of events that one visitor has open: the oldest ends for a new one. */
  eventStreams: 8,
  /** How long a page waits before it opens a stream of events again. */
  eventRetrySeconds: 3,
  /** The longest time without a word on a stream of events. */
  eventHeartbeatSeconds: 20,
  /** How long an answer can be taken up after its end. */
  answerResumeSeconds: minute,
  /** From a preview token being made until it ends, unless the host says. */
  previewTokenSeconds: 15 * minute,
  /** How long browsers remember the answer to a preflight. */
  preflightSeconds: 10 * minute,
  /** Origins that a site key names. */
  origins: 20,
} as const
