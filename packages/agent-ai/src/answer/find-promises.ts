import type { PromiseKind, PromisePhrases } from './promise.ts'

/** A promise that a sentence makes. */
export interface FoundPromise {
  readonly kind: PromiseKind
  /** The words of the promise, in lower case. */
  readonly words: string
  /** The sentence to show if the promise was not kept, in the language of the promise. */
  readonly instead: string
}

export function findPromises(
  sentence: string,
  languages: readonly PromisePhrases[],
): FoundPromise[] {
  const text = inPlainWords(sentence)
  const lastMark = text.lastIndexOf('?')
  const isQuestion = lastMark >= 0 && !/\w/.test(text.slice(lastMark))
  return languages.flatMap(({ kinds, negation, condition }) =>
    Object.entries(kinds).flatMap(([name, { done, will, instead }]) => {
      const kind = name as PromiseKind
      const isConditional = isQuestion || condition.test(text)
      const found = done.exec(text) ?? (isConditional ? null : will?.exec(text))
      if (!found || negation.test(`${clauseBefore(text, found.index)}${found[0]}`)) return []
      return [{ kind, words: found[0].toLowerCase(), instead }]
    }),
  )
}

/** The text before a position, back to the last punctuation mark, but at most 15 characters. */
function clauseBefore(text: string, position: number): string {
  return /[^,;:.!?–]*$/.exec(text.slice(Math.max(0, position - 15), position))?.[0] ?? ''
}

/** A text without emphasis, with straight apostrophes and single spaces, so that phrases match it. */
export function inPlainWords(text: string): string {
  return text
    .replace(/[*_`~]+/g, '')
    .replace(/[’‘´]/g, "'")
    .replace(/\s+/g, ' ')
}
