import { foldWord, splitWords } from '@doorkit/server/store'
import { type Fragment, quote, type Table } from '@doorkit/store-sql'

/** Words with their places; the words are folded by the store, as no dictionary is everywhere. */
export const searchColumnType = 'tsvector'

// The limits of a tsvector: a place beyond the last is not kept, nor is a longer word.
const lastPlace = 16_383
const maxWordBytes = 2_046
const maxVectorBytes = 1_000_000
const maxPlacesOfWord = 255

function isKept(word: string): boolean {
  return word !== '' && Buffer.byteLength(word) <= maxWordBytes
}

/** A text as the literal of a tsvector. */
export function searchVector(text: string): string {
  const places = new Map<string, number[]>()
  let bytes = 0
  for (const [at, raw] of splitWords(text).entries()) {
    const word = foldWord(raw)
    if (!isKept(word)) continue
    const known = places.get(word)
    if (known && known.length === maxPlacesOfWord) continue
    bytes += 2 + (known ? 0 : Buffer.byteLength(word) + 4)
    if (bytes > maxVectorBytes) break
    if (known) known.push(Math.min(at + 1, lastPlace))
    else places.set(word, [Math.min(at + 1, lastPlace)])
  }
  return [...places].map(([word, at]) => `'${word}':${[...new Set(at)].join(',')}`).join(' ')
}

/**
 * The tsvector of a property of documents that are there already, as an expression over "data".
 * Documents whose text PostgreSQL cannot hold are found after their next write.
 */
export function vectorOfStored(property: string): string {
  const value = `"data"::json -> '${property}'`
  const folded = `lower(regexp_replace(normalize("data"::json ->> '${property}', NFD), '[\\u0300-\\u036f]', '', 'g'))`
  const isText = `"data" like '{%' and position('\\u0000' in "data") = 0 and json_typeof(${value}) = 'string'`
  return `case when ${isText} then to_tsvector('simple', ${folded}) else ''::tsvector end`
}

/**
 * Rows with any of the words, by BM25 with the constants of FTS5 (k1 1.2, b 0.75): the rarer a word
 * is among the rows that the filter leaves, the more it counts.
 */
export function searchStatement(table: Table, words: readonly string[], where: Fragment): Fragment {
  if (!table.search) throw new TypeError('The collection has no search.')
  const vector = quote(table.search.column)
  const folded = [...new Set(words.map(foldWord).filter(isKept))]
  const anyWord = `${where.sql === '' ? ' where' : `${where.sql} and`} ${vector} @@ ?::tsquery`
  return {
    sql: [
      `with "_all" as (select count(*)::float8 as "n", coalesce(avg(length(${vector})), 1)::float8 as "words" from ${table.sql}${where.sql})`,
      `, "_hit" as (select ${table.columns}, length(${vector})::float8 as "_words", ${vector} as "_vector" from ${table.sql}${anyWord})`,
      ', "_use" as (select "_hit"."id", "w"."lexeme", coalesce(cardinality("w"."positions"), 1)::float8 as "times" from "_hit", unnest("_hit"."_vector") as "w" where "w"."lexeme" = any (array(select jsonb_array_elements_text(?::text::jsonb))))',
      ', "_rare" as (select "lexeme", count(*)::float8 as "rows" from "_use" group by "lexeme")',
      ', "_score" as (select "_use"."id", sum(ln(1 + ("_all"."n" - "_rare"."rows" + 0.5) / ("_rare"."rows" + 0.5)) * "_use"."times" * 2.2 / ("_use"."times" + 1.2 * (0.25 + 0.75 * "_hit"."_words" / greatest("_all"."words", 1)))) as "_score" from "_use" join "_rare" using ("lexeme") join "_hit" using ("id") cross join "_all" group by "_use"."id")',
      ` select ${table.columns}, "_score" from "_hit" join "_score" using ("id") order by "_score" desc, "id"`,
    ].join(''),
    params: [
      ...where.params,
      ...where.params,
      folded.map((word) => `'${word}'`).join(' | '),
      JSON.stringify(folded),
    ],
  }
}
