// These bounds limit how long one call holds up others: `docs/security.md` names the test of each.

/** The most statements of several calls that share a transaction. Nothing else runs until it ends. */
export const mostStatementsTogether = 256

/** The most characters that the statements of a shared transaction write or read. */
export const mostCharactersTogether = 262_144
