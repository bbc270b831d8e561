import MiniSearch from 'minisearch'
import { searchableText } from '../document.ts'
import { foldWord, searchWords, splitWords } from '../search-words.ts'
import type { StoredRow } from './row.ts'

/** The full-text index of one collection. */
export type TextIndex = ReturnType<typeof createTextIndex>

/** Creates a full-text index without rows. */
export function createTextIndex(property: string) {
  const index = new MiniSearch({
    fields: ['text'],
    tokenize: splitWords,
    processTerm: foldWord,
    searchOptions: { combineWith: 'OR', prefix: false, fuzzy: false },
  })
  const textOf = (row: StoredRow) => searchableText(JSON.parse(row.text), property)

  return {
    /** The property of `data` that is read. */
    property,
    /** Follows a change of the collection; undefined stands for no row. */
    replace(before: StoredRow | undefined, after: StoredRow | undefined): void {
      if (before && after && before.key === after.key && before.text === after.text) return
      // Removed with its text, so that its words leave the index at once and not some time later.
      if (before) index.remove({ id: before.key, text: textOf(before) })
      if (after) index.add({ id: after.key, text: textOf(after) })
    },
    /** Keys of rows with any word of `text`, best first. */
    find(text: string, accept: (key: string) => boolean): { key: string; score: number }[] {
      const hits = index.search(searchWords(text).join(' '), {
        filter: (hit) => accept(String(hit.id)),
      })
      return hits.map((hit) => ({ key: String(hit.id), score: hit.score }))
    },
  }
}
