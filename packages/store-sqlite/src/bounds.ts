/** The most that a call may cost others: `docs/security.md` names the test of each bound. */

/** The statements of several calls that share a transaction. Nothing else runs until it ends. */
export const mostStatementsTogether = 256

/** The characters that statements of several calls write or read in a transaction that they share. */
export const mostCharactersTogether = 262_144
