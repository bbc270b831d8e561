// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.

/** The query of every paged list. */
export interface PageQuery {
  /** The most items on one page. 1 to 100. Default: `25`. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page; absent for the first page. 1 to 2,048 characters. */
  starting_after?: string | undefined
}
