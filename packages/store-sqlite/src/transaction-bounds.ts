// These bounds limit how long a shared transaction holds up other calls. `docs/security.md` names their
// tests.

/** A shared transaction has at most this many statements. Nothing else runs until it ends. */
export const mostStatementsTogether = 256

/** A shared transaction writes at most this many characters. Reads join it until it has read as many. */
export const mostCharactersTogether = 262_144
