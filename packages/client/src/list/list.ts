/** One page of a list, as the server sent it. */
export interface List<Item> {
  object: 'list'
  /** The items of this page. */
  data: Item[]
  /** Another page exists. */
  has_more: boolean
  /** The place that the next page begins after; opaque, and null on the last page. */
  next_cursor: string | null
}
