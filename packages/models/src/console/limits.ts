const minute = 60
const hour = 60 * minute

/** The time limits and rate limits of the console. Durations are in seconds. */
export const consoleLimits = {
  /** How long a sign-in link is valid, by default. */
  linkSeconds: 10 * minute,
  /** The longest time for which a sign-in link can be valid: a week. */
  longestLinkSeconds: 7 * 24 * hour,
  /** How long a session lasts after a link opened it, by default. */
  sessionSeconds: 12 * hour,
  /** The longest session: 30 days. */
  longestSessionSeconds: 30 * 24 * hour,
  /** The most standard requests of one person in a minute. */
  requestsPerMinute: 600,
  /** The most heavy requests of one person in a minute, such as tests of webhooks; counted separately. */
  heavyRequestsPerMinute: 60,
  /** The most sign-in requests in a minute from one IPv4 address or IPv6 /64 network, per server process. */
  signInsPerMinute: 20,
  /** How long a stream of the inbox lasts. The page then opens another, which checks the session again. */
  inboxStreamSeconds: 30,
} as const
