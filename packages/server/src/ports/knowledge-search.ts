/** A passage of the workspace's knowledge. */
export interface Passage {
  /** The id of the passage. Each reading of its document or page gives its passages new ids. */
  readonly id: string
  /** The address of its page; null for a document. */
  readonly url: string | null
  /** The name of its document or page. */
  readonly title: string
  /** The headings above it, outermost first, joined by ` › `; null without one or if `text` has them. */
  readonly heading: string | null
  /** The text of the passage: Markdown if the document is Markdown. */
  readonly text: string
  /** Higher is better. Only scores of one search can be compared. */
  readonly score: number
}

/** A search for passages of a workspace's knowledge. */
export interface KnowledgeQuery {
  /** The id of the workspace to search. The engine must find nothing of other workspaces. */
  readonly workspace: string
  /** The text to search for, from a visitor, an agent or a person of the team. */
  readonly text: string
  /** The most passages to return. */
  readonly limit: number
  /** Aborted when the search takes more than 2 seconds. */
  readonly signal: AbortSignal
}

/** A search engine of the host's own, in place of the kit's search of knowledge. */
export interface KnowledgeSearch {
  /**
   * Returns the passages that match the text, best first; none if no passage matches. If the search
   * fails or takes too long, the error is logged, and the agent answers without knowledge.
   */
  search(query: KnowledgeQuery): Promise<readonly Passage[]>
}
