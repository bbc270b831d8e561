// Further words would hardly change the result.
const maxWords = 64

/** The first distinct words of a question, which a search looks for. */
export function searchWords(text: string): string[] {
  return [...new Set(wordsOf(text))].slice(0, maxWords)
}

/** The most characters of two words that are joined at a hyphen. */
const maxJoinedLength = 24
const anyWord = /[\p{L}\p{N}]+|[€$£]/gu
const anyPlainWord = /[a-z0-9]+|\$/g
// Most texts have only these characters, and finding words in them is much faster.
const isPlain = /^[\0-\x7f]*$/

/** Letters that are not an accented form of another one, and what people type in their place. */
const spelledOut: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ı: 'i' }

/**
 * The words of a text, in order, in lower case and without accents. After words that are joined by
 * hyphens, the joined word follows unless it is long: `pro`, `rata`, `prorata`. The euro, dollar and
 * pound signs are words. Every other character that is not a letter or a digit separates words, so no
 * word contains an operator of a database's query language.
 */
export function wordsOf(text: string): string[] {
  const plain = isPlain.test(text)
  const folded = plain ? text.toLowerCase() : fold(text)
  const pattern = plain ? anyPlainWord : anyWord
  if (!folded.includes('-')) return folded.match(pattern) ?? []
  const words: string[] = []
  let end = -1
  for (const { 0: word, index } of folded.matchAll(pattern)) {
    const isJoined = index === end + 1 && folded[end] === '-'
    const before = words.at(-1)
    words.push(word)
    if (isJoined && before !== undefined && before.length + word.length <= maxJoinedLength) {
      words.push(before + word)
    }
    end = index + word.length
  }
  return words
}

// A text is decomposed in pieces, because the cost grows with the square of the number of adjacent
// marks. This changes only the order of the marks, and they are removed.
const beyondAscii = /\P{ASCII}{1,64}/gu

function fold(text: string): string {
  return text
    .replace(beyondAscii, (piece) => piece.normalize('NFD'))
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßœæøı]/g, (letter) => spelledOut[letter] ?? letter)
}

// Each list has the order in which its endings are tried: the longest that fits wins.
const plurals = ['ciones', 'sses', 'ies', 'es', 's'] as const
const pluralsBecome = { ciones: 'cion', sses: 'ss', ies: 'y', es: 'e', s: '' } as const
const endings = [
  ...'ations acion ation ement iendo ieren ingen ition ungen'.split(' '),
  ...'ando cion eren iert ment tion ern ing ung ar ed en er et ez ir'.split(' '),
]
const minStemLength = 4

/**
 * The stem of a word: `refunds` and `refunded` have the same stem, and so have `zahlung` and `zahlen`.
 * One small set of endings serves English, German, French, Spanish and Dutch, because the language of a
 * word is not known. Texts and questions go through the same stemming. Sometimes it removes too much,
 * which costs less than a word that is not found.
 */
export function termOf(word: string): string {
  if (word.length < 4 || word.length > 40 || /[^a-z]/.test(word)) return word
  let stem = word
  const plural = /(?:us|is|ss)$/.test(stem) ? undefined : plurals.find((end) => stem.endsWith(end))
  if (plural !== undefined) stem = stem.slice(0, -plural.length) + pluralsBecome[plural]
  stem = withoutVowel(stem)
  const ending = endings.find(
    (end) => stem.endsWith(end) && stem.length - end.length >= minStemLength,
  )
  // Otherwise "instalment" and "installation" would have one stem.
  const isWhole = ending === 'ment' && stem.endsWith('lment')
  if (ending !== undefined && !isWhole) stem = withoutVowel(stem.slice(0, -ending.length))
  if (/([bdfglmnprst])\1$/.test(stem) && stem.length > 3) stem = stem.slice(0, -1)
  return stem.endsWith('y') ? `${stem.slice(0, -1)}i` : stem
}

function withoutVowel(stem: string): string {
  return stem.length > 3 && /[aeo]$/.test(stem) ? stem.slice(0, -1) : stem
}

/**
 * The terms under which a text is found, without duplicates: the stems of its words and, for words of 4
 * to 24 letters, the first and the last part, which also match a misspelled word.
 */
export function indexTerms(text: string): string[] {
  const terms = new Set<string>()
  for (const word of new Set(wordsOf(text))) {
    terms.add(termOf(word))
    if (canBeMisspelled(word)) for (const part of partsOf(word)) terms.add(part)
  }
  return [...terms]
}

/** Whether a word can be checked for misspelling: it has only letters, 4 to 24 of them. */
export function canBeMisspelled(word: string): boolean {
  return word.length >= 4 && word.length <= 24 && /^\p{L}+$/u.test(word)
}

/**
 * The first and the last part of a word. One wrong letter, or a swap of two neighbors, changes at most
 * one of them, except a swap in the middle of a word of four letters.
 */
function partsOf(word: string): string[] {
  const size = word.length < 7 ? 2 : 3
  return [`^${word.slice(0, size)}`, `${word.slice(-size)}$`]
}

/** The parts that find the words for which a misspelled word may stand. */
export function partsLike(word: string): string[] {
  const parts = [2, 3].flatMap((size) => [`^${word.slice(0, size)}`, `${word.slice(-size)}$`])
  if (word.length < 5) return parts.slice(0, 2)
  // A word of eight letters may stand for one of six, see `misspelling`.
  return word.length > 8 ? parts.slice(2) : parts
}

/**
 * The number of wrong letters, if a word may be a misspelling of another; otherwise null. Two swapped
 * letters count as one.
 */
export function misspelling(typed: string, word: string): number | null {
  const most = typed.length < 8 ? 1 : 2
  if (typed === word || Math.abs(typed.length - word.length) > most) return null
  // In a word of up to seven letters, hardly anybody types a wrong first letter, unless it is swapped
  // with the next one.
  const isSameStart = typed[0] === word[0] || (typed[0] === word[1] && typed[1] === word[0])
  if (!isSameStart && typed.length < 8) return null
  const distance = editDistance(typed, word, most)
  if (distance === null) return null
  // A word of up to five letters that differs in one letter is more often another word than a
  // misspelling.
  const isSwapped =
    typed.length === word.length && [...typed].sort().join() === [...word].sort().join()
  return typed.length < 6 && typed.length === word.length && !isSwapped ? null : distance
}

/**
 * The number of edits between two words whose lengths differ by at most `most`; null for more than
 * `most` edits.
 */
function editDistance(left: string, right: string, most: number): number | null {
  let before: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let at = 1; at <= left.length; at += 1) {
    const row = [at]
    for (let to = 1; to <= right.length; to += 1) {
      const isSame = left[at - 1] === right[to - 1]
      const replaced = (last[to - 1] ?? 0) + (isSame ? 0 : 1)
      const isSwap =
        at > 1 && to > 1 && left[at - 1] === right[to - 2] && left[at - 2] === right[to - 1]
      row.push(
        Math.min(
          replaced,
          (last[to] ?? 0) + 1,
          (row[to - 1] ?? 0) + 1,
          isSwap ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    if (Math.min(...row) > most) return null
    before = last
    last = row
  }
  const distance = last[right.length] ?? 0
  return distance <= most ? distance : null
}
