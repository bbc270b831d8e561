/** What a call may cost others at most: `docs/security.md` names the test of each bound. */

/** Statements of several calls that share a transaction on SQLite: nothing else runs until its end. */
export const mostStatementsTogether = 256

/** The characters that statements of several calls write or read in a transaction that they share. */
export const mostCharactersTogether = 262_144
