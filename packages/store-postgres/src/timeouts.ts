// These bounds limit how long a call may take. `docs/security.md` names tests of some of them.

/** How long the PostgreSQL store waits for a connection to open, in milliseconds. */
export const postgresConnectTimeoutMs = 2_500

/** How long a statement on PostgreSQL waits for a lock of another transaction, in milliseconds. */
export const postgresLockTimeoutMs = 2_000

/** How long PostgreSQL works on one statement, in milliseconds. */
export const postgresStatementTimeoutMs = 15_000

/**
 * How long a connection with waiting statements may be silent, in milliseconds, before a second
 * connection checks the server. If the server does not answer there either, the first one is closed.
 */
export const postgresSilenceMs = 2_000

/** The longest time that a call waits for a server that does not answer, in milliseconds. */
export const postgresNoAnswerMs = postgresSilenceMs + postgresConnectTimeoutMs

/** The longest timeout of a timer in Node, 24 days. It stands for no timeout. */
export const longestMs = 2 ** 31 - 1
