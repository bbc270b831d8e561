/** What a call may cost at most: `docs/security.md` names the test of each bound. */

/** How long the PostgreSQL store waits for a connection to open, in milliseconds. */
export const postgresConnectTimeoutMs = 2_500

/** How long a statement on PostgreSQL waits for what another transaction holds, in milliseconds. */
export const postgresLockTimeoutMs = 2_000

/** How long PostgreSQL works on one statement, in milliseconds. */
export const postgresStatementTimeoutMs = 15_000

/**
 * How long a connection to PostgreSQL may be silent that statements wait for, in milliseconds, before
 * its server is asked for by another connection. Where that one does not open, both are given up.
 */
export const postgresSilenceMs = 2_000

/** So a server that is not there costs a call this many milliseconds at most. */
export const postgresNoAnswerMs = postgresSilenceMs + postgresConnectTimeoutMs
