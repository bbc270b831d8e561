// These bounds limit how long a shared transaction holds up other calls. `docs/security.md` names their
// tests.

/** The most statements of several calls that share a transaction. Nothing else runs until it ends. */
export const mostStatementsTogether = 256

/** The most characters that a shared transaction writes. Reads join it until it has read as many. */
export const mostCharactersTogether = 262_144
