/** The receivers of a contender, and the database of its queue. */
export interface ContenderOptions {
  /** The URLs that receive every event. */
  readonly urls: readonly string[]
  /** The file or URL of the database; empty for a queue in memory. */
  readonly address: string
}

/** A program that delivers webhooks. */
export interface Contender {
  /** Queues events, each for every URL. This is not measured. */
  queue(events: number): Promise<void>
  /** Delivers everything in the queue. Every contender except raw undici records each result. */
  deliver(): Promise<void>
  /** The number of calls to its store during deliveries, if they are counted. */
  calls?(): number
}

/** Prepares a contender. Each contender runs in its own process. */
export type StartContender = (options: ContenderOptions) => Promise<Contender>
