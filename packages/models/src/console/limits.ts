const minute = 60
const hour = 60 * minute

/** Every limit of the console. Times are in seconds. */
export const consoleLimits = {
  /** How long a link can be opened, if its maker says nothing. */
  linkSeconds: 10 * minute,
  /** The longest that a link can be opened: a week. */
  longestLinkSeconds: 7 * 24 * hour,
  /** How long a session lasts that a link has opened. */
  sessionSeconds: 12 * hour,
  /** The longest session: a month. */
  longestSessionSeconds: 30 * 24 * hour,
  /** Requests of one person in a minute. */
  requestsPerMinute: 600,
  /** Requests of one person in a minute that are heavy, such as tests of webhooks. */
  heavyRequestsPerMinute: 60,
  /** Attempts from one address to open a link in a minute. */
  signInsPerMinute: 20,
} as const
