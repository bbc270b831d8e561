/**
 * The most that one request, one workspace or one process may cost. Each bound keeps the requests of one
 * customer from slowing down those of the others. `docs/security.md` names tests of these bounds.
 */

/** Requests on one connection that are not answered yet: Node reads the next before it answers the first. */
export const mostUnansweredPerConnection = 256

/** How long the first request of a connection waits while other connections arrive, in milliseconds. */
export const mostNewConnectionMs = 10

/** How many first requests of connections begin in one tick. Each may have a large body. */
export const firstRequestsPerTick = 5

/**
 * Conversations that one process grades at a time. Workspaces share these places; a workspace that is
 * alone gets four.
 */
export const mostGradings = 20

/** How long a piece of an answer may wait for its client, in milliseconds. */
export const unreadMs = 30_000

/** Bytes of one workspace's answers in memory, from when they are produced until they are sent. */
export const mostUnsentPerWorkspace = 16 * 1_048_576

/** Bytes of all answers in a process, from when they are produced until they are sent. */
export const mostUnsentPerProcess = 64 * 1_048_576

/** Requests of one workspace that wait for memory for their answers. */
export const mostWaitingPerWorkspace = 256

/** Requests of a process that wait for memory for their answers. */
export const mostWaitingPerProcess = 4_096

/** How long a request waits for memory for its answer, in milliseconds. */
export const roomWaitMs = 10_000

/** The estimated size of a listed row until its answer exists, in bytes. Nearly every row is smaller. */
export const listedRowBytes = 16_384

/** The estimated memory of an answer that is produced while it is sent, in bytes. */
export const streamedAnswerBytes = 1_048_576

/** Messages of a transcript in one read of the store: long messages must not fill the memory. */
export const transcriptRows = 20

/** Events that a list reads first: each may contain a whole transcript. */
export const eventRows = 5

/** The estimated size of an answer with events until it exists, in bytes. */
export const eventAnswerBytes = 4 * 1_048_576

/** Rows of a list that are read first. The others are read in steps, each within the budget of a tick. */
export const listedRows = 25

/** Opening tests that a list reads first, each with the texts of all its variants. */
export const experimentRows = 2

/** Knowledge searches by words that a process runs at a time. Each runs one statement at a time. */
export const mostSearchesAtOnce = 4

/**
 * Knowledge searches by words that one workspace runs at a time, so that another workspace finds a place.
 * With only one, the searches for 25 messages a second would wait for each other while the database is busy.
 */
export const mostSearchesPerWorkspace = 2

/** Erasures of people that one workspace runs at a time. More would delay other workspaces longer. */
export const mostErasuresPerWorkspace = 2

/** How long a knowledge search may take, including its wait for a place, in milliseconds. */
export const searchMs = 2_000

/**
 * How long the embedding of a question may take, in milliseconds. If it takes longer, the passages are
 * searched only for the words of the question.
 */
export const embeddingMs = 1_000

/** Passages of a workspace that a search by meaning compares in memory. */
export const mostEmbeddingsPerWorkspace = 20_000

/** Bytes of vectors in a process. Those of the workspace that searched longest ago are dropped first. */
export const mostEmbeddingBytes = 64 * 1_048_576

/** IPv4 addresses and IPv6 networks whose requests the site API counts. A new one replaces the oldest. */
export const mostKnownAddresses = 50_000

/** Characters of chunks that a process remembers to resume one answer. A longer answer cannot be resumed. */
export const mostJournaledPerAnswer = 1_048_576

/** Characters of chunks that a process remembers to resume the answers of one workspace. */
export const mostJournaledPerWorkspace = 16 * 1_048_576

/** Characters of chunks that a process remembers to resume all answers. */
export const mostJournaledPerProcess = 64 * 1_048_576

/** Resumed streams that may be open for one chat session. */
export const mostResumedPerSession = 4

/** Resumed streams that a process may have open. */
export const mostResumedPerProcess = 1_000

/** Event streams of one workspace that are open in a process. */
export const mostEventStreamsPerWorkspace = 10_000

/** Event streams that are open in a process. Each takes less than 30 KB of memory. */
export const mostEventStreamsPerProcess = 20_000

/** Streams of the inbox that a process keeps open for one workspace. */
export const mostInboxStreamsPerWorkspace = 500

/** Streams of the inbox that a process keeps open. */
export const mostInboxStreamsPerProcess = 2_000

/**
 * Bytes of an event stream that its page may leave unread. If that many are unread, the page of a
 * visitor gets no new messages, and a page of the inbox loses its stream.
 */
export const mostUnreadEventBytes = 16_384

/** Event streams that are written to in one tick of the event loop: each write is a system call. */
export const streamsPerTick = 100

/** Messages in one read of the store for the event streams of a conversation. */
export const eventMessages = 20

/** Reads of messages for event streams that a process runs at a time. */
export const mostEventReads = 4

/** Reads of messages for event streams that one workspace runs at a time. */
export const mostEventReadsPerWorkspace = 2

/** Site keys that a process remembers between requests. */
export const mostKnownSiteKeys = 10_000

/**
 * The work that all workspaces together may start in one tick of the event loop, in rows read or
 * written. A larger piece of work may start only in a tick without other work. A tick with this work
 * takes about ten milliseconds. Then the event loop serves whatever arrived in the meantime.
 */
export const workPerTick = 500

/**
 * Rows that one call to the store changes or removes by a filter. SQLite would remove 500 long messages in
 * about 30 milliseconds, and nothing else would run in this time.
 */
export const rowsPerBulkWrite = 100

/** Rows that an erasure changes in one commit. One by one, 60,000 rows would take a minute. */
export const erasedRowsPerCommit = 20

/** The largest budget of one tick for work that had to wait. */
export const waitingWorkPerTick = 100

/** The smallest budget of one tick for work that had to wait: about one request. */
export const leastWaitingWorkPerTick = 15

/** The work that a process does in a millisecond. */
export const workPerMs = 50

/** After a tick that took longer than this, in milliseconds, workspaces that wait start less work. */
export const waitingTickMs = 2

/** Writes of one workspace to the store that run at a time in a process, if each takes a whole tick. */
export const mostLargeWritesPerWorkspace = 1

/** Reads of one workspace from the store that run at a time in a process, if each takes a whole tick. */
export const mostLargeReadsPerWorkspace = 2

/** The work of a request besides its reads and writes: to parse it, authenticate it, and answer it. */
export const requestWork = 15

/** The work of a search for each passage that it reads or compares. */
export const searchedRowWork = 5

/** A write costs this many times as much if the words of its row are in a search index. */
export const indexedRowFactor = 5

/** How many characters in documents count as one row of work. */
export const charactersPerWork = 512

/**
 * How many bytes of a body count as one row of work: a body is parsed and checked, and the kit finds the
 * people whom it names.
 */
export const bodyBytesPerWork = 128
