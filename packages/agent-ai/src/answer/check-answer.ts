import { type FoundPromise, findPromises } from './find-promises.ts'
import type { KnownAddresses } from './known-addresses.ts'
import type { PromiseKind, PromisePhrases } from './promise.ts'
import { removeAddresses } from './remove-addresses.ts'
import { createSentences } from './sentences.ts'

/** The facts against which an answer is checked. */
export interface AnswerCheckOptions {
  /** The addresses that may be shown. */
  readonly known: KnownAddresses
  /** The phrases that are promises. */
  readonly languages: readonly PromisePhrases[]
  isKept(kind: PromiseKind): boolean
  /** Whether the team itself uses these words, such as in a document. They are in lower case. */
  isOfTeam(words: string): boolean
  /** Called with the number of each passage that the text refers to. */
  onCitation(number: number): void
}

const citation = /\s?\[\[(\d{1,3})(?:\s*,\s*\d{1,3})*\]\]/g

/**
 * Checks the text of an answer while it arrives, sentence by sentence. It removes unknown addresses,
 * puts the truth in place of a promise that no tool has kept, and turns numbers of passages into
 * citations. A sentence with a promise waits, with everything after it, until a tool has kept the
 * promise or the answer ends. A promise in the team's own words is shown unchanged.
 */
export function createAnswerCheck(options: AnswerCheckOptions) {
  const { known, languages, onCitation } = options
  const sentences = createSentences()
  /** The sentences that are not shown yet, with the promises of each. */
  let waiting: { readonly text: string; readonly promises: readonly FoundPromise[] }[] = []
  let isNewPart = false
  const corrected = new Set<PromiseKind>()
  const isOpen = ({ kind, words }: FoundPromise) =>
    !options.isKept(kind) && !options.isOfTeam(words)

  const show = (text: string) =>
    removeAddresses(text, known).replace(citation, (mark) => {
      for (const number of mark.match(/\d+/g) ?? []) onCitation(Number(number))
      return ''
    })

  /** Replaces a sentence with the truth about its promises, once for each kind. */
  const correct = (text: string, promises: readonly FoundPromise[]) => {
    const before = text.slice(0, text.length - text.trimStart().length)
    const after = text.slice(text.trimEnd().length)
    const instead = promises
      .filter(({ kind }) => !corrected.has(kind))
      .map(({ instead }) => instead)
    for (const { kind } of promises) corrected.add(kind)
    return instead.length === 0 ? after : `${before}${[...new Set(instead)].join(' ')}${after}`
  }

  /** Returns the text that may be shown now. */
  const release = (isEnd: boolean): string => {
    let text = ''
    while (waiting[0]) {
      const { text: sentence, promises } = waiting[0]
      const open = promises.filter(isOpen)
      if (open.length > 0 && !isEnd) break
      text += open.length > 0 ? correct(sentence, open) : show(sentence)
      waiting = waiting.slice(1)
    }
    return text
  }

  const append = (found: readonly string[]) => {
    for (const text of found) waiting.push({ text, promises: findPromises(text, languages) })
  }

  return {
    /** Adds text of the model, and returns the text that may be shown. */
    add(text: string): string {
      // Parts that wait are shown together, so a blank line separates them.
      if (isNewPart && waiting.length > 0) append(sentences.add('\n\n'))
      isNewPart = false
      append(sentences.add(text))
      return release(false)
    },
    /** Ends a part of the text, and returns the text that may be shown. */
    endPart(): string {
      append(sentences.end())
      isNewPart = true
      return release(false)
    },
    /** Returns the text that may be shown after a tool has done something. */
    afterTool: () => release(false),
    /** Ends the answer, and returns the rest of it. */
    end(): string {
      append(sentences.end())
      return release(true)
    },
  }
}
