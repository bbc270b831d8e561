/** A piece of a regular expression, what it becomes, and what that is called. */
const pieces: readonly (readonly [operator: string, piece: RegExp, become: readonly string[]])[] = [
  ['anchor', /^\^/, ['']],
  ['anchor', /^\$/, ['']],
  ['lookaround', /^\(\?=/, ['(?!']],
  ['lookaround', /^\(\?!/, ['(?=']],
  ['character class', /^\[\^/, ['[']],
  ['character class', /^\[/, ['[^']],
  ['character class', /^\\d/, ['\\D']],
  ['character class', /^\\w/, ['\\W']],
  ['character class', /^\\s/, ['\\S']],
  ['character class', /^\\p\{/, ['\\P{']],
  ['quantifier', /^\{\d+(,\d*)?\}/, ['']],
  ['quantifier', /^[*+?]\??/, ['']],
]

/** What stands for one character, or opens a group. */
const passedOver = /^(\\[xu][\da-f]+|\\.|\(\?(?:[:=!]|<[=!])|.)/i

/** A changed piece of the pattern of a regular expression; offsets count from its first slash. */
export interface PatternEdit {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** Changes a regular expression piece by piece, as it is written in a source. */
export function patternEdits(literal: string): PatternEdit[] {
  const edits: PatternEdit[] = []
  const end = literal.lastIndexOf('/')
  let start = 1
  let inClass = false
  while (start < end) {
    const rest = literal.slice(start, end)
    const known = pieces.find(([, piece]) => piece.test(rest))
    const { 0: text = '' } = known?.[1].exec(rest) ?? passedOver.exec(rest) ?? []
    // Within a class these stand for themselves.
    const isLiteral = inClass && !text.startsWith('\\')
    for (const replacement of known && !isLiteral ? known[2] : []) {
      edits.push({
        operator: known?.[0] ?? '',
        start,
        end: start + text.length,
        replacement,
      })
    }
    if (text.startsWith('[')) inClass = true
    if (text === ']') inClass = false
    start += text.length
  }
  return edits
}
