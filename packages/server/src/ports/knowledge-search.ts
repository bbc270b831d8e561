import type { Passage } from './agent.ts'

/** A search for passages of a workspace's knowledge. */
export interface KnowledgeQuery {
  /** The workspace whose knowledge is searched: the engine must find nothing of another one. */
  readonly workspace: string
  /** What a visitor or an agent asks. */
  readonly text: string
  /** The most passages to return. */
  readonly limit: number
  /** Aborted when the search takes more than 2 seconds. */
  readonly signal: AbortSignal
}

/** A search engine of the host's, in place of the kit's own search of knowledge. */
export interface KnowledgeSearch {
  /**
   * Returns the passages that match best, best first, and none if nothing is about the text. If it fails or
   * takes too long, the error is logged, and the agent answers without knowledge.
   */
  search(query: KnowledgeQuery): Promise<readonly Passage[]>
}
