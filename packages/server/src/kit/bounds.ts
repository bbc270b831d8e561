/**
 * What one request, one workspace and one process may cost at most. Each bound is there so that
 * nobody's request makes others wait: `docs/security.md` names the test of each.
 */

/** Requests of one connection whose answers are not sent yet. A host reads on while nothing is answered. */
export const mostUnansweredPerConnection = 256

/** Conversations that one process grades at once. Workspaces share them: one that is alone has four. */
export const mostGradings = 20

/** How long a client may take nothing of an answer that waits for it, in milliseconds. */
export const untakenMs = 30_000

/** Bytes of one workspace's answers that are made or wait to be sent. */
export const mostUnsentPerWorkspace = 16 * 1_048_576

/** Bytes of all answers of a process that are made or wait to be sent. */
export const mostUnsentPerProcess = 64 * 1_048_576

/** Requests of one workspace that wait for room to make their answers. */
export const mostWaitingPerWorkspace = 256

/** Requests of a process that wait for room to make their answers. */
export const mostWaitingPerProcess = 4_096

/** How long a request waits for room to make its answer, in milliseconds. */
export const roomWaitMs = 10_000

/** Bytes that a row of a list is taken for until its answer is made: more than nearly every row. */
export const listedRowBytes = 16_384

/** Bytes that an answer is taken for which is made as it is sent. */
export const streamedAnswerBytes = 1_048_576

/** Messages of a transcript that are read at once, so that few are in memory, however long they are. */
export const transcriptRows = 20

/** Events that are read at once: the body of each may hold a whole transcript. */
export const eventRows = 5

/** Bytes that a list of events, or one event, is taken for until its answer is made. */
export const eventAnswerBytes = 4 * 1_048_576

/** Rows of a list that are read first. Those behind them are read with as much work as a round has place for. */
export const listedRows = 25

/** Knowledge documents that a list reads first, each with its whole text. */
export const documentRows = 2

/** Opening tests that a list reads first, each with the texts of all its variants. */
export const experimentRows = 2

/** Searches of knowledge that a process has under way. Each has one statement at a time. */
export const mostSearchesAtOnce = 2

/** How long a search of knowledge may take, its wait for a place included. */
export const searchMs = 2_000

/** Addresses whose requests to the site API a process counts at once. The oldest is forgotten first. */
export const mostKnownAddresses = 50_000

/** Characters of the chunks of one answer that are kept so that its stream can be taken up. */
export const mostJournaledPerAnswer = 1_048_576

/** Those of all answers of one workspace. What is over it cannot be taken up. */
export const mostJournaledPerWorkspace = 16 * 1_048_576

/** Those of all answers of a process. */
export const mostJournaledPerProcess = 64 * 1_048_576

/** Streams of answers that one visitor takes up at once. */
export const mostResumedPerVisitor = 4

/** Streams of answers that a process takes up at once. */
export const mostResumedPerProcess = 1_000

/** Streams of events of one workspace that wait in a process. */
export const mostEventStreamsPerWorkspace = 10_000

/** Streams of events that wait in a process. Each takes less than 30 KB of memory. */
export const mostEventStreamsPerProcess = 20_000

/** Bytes of a stream of events that wait to be taken: then nothing more is read for it. */
export const mostUntakenEventBytes = 16_384

/** Messages that are read at once for the streams of events of a conversation. */
export const eventMessages = 20

/** Site keys that a process remembers between requests. */
export const mostKnownSiteKeys = 10_000

/**
 * The work that all workspaces together begin in one round of the event loop, in rows that are read or
 * written. A round takes about ten milliseconds with it; then all that came meanwhile is served.
 */
export const workPerRound = 500

/** The characters in documents and bodies that are as much work as one row. */
export const charactersPerWork = 512

/** A body of fewer bytes is read at once: most are, and to wait would cost more than to read them. */
export const freeBodyBytes = 16_384
