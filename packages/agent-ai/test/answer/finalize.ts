import { createAnswerCheck } from '../../src/answer/check-answer.ts'
import { createKnownAddresses } from '../../src/answer/known-addresses.ts'
import type { PromiseKind } from '../../src/answer/promise.ts'
import { promisePhrases } from '../../src/answer/promise-phrases.ts'

/** The facts against which these tests check a text. */
export interface Checked {
  readonly results?: unknown
  readonly kept?: readonly PromiseKind[]
  readonly team?: readonly string[]
  readonly sites?: readonly string[]
}

/** A finalizer for the website https://www.lumen.example, and its citations. */
export function lumenFinalizer({ results, kept = [], team = [], sites = [] }: Checked = {}) {
  const known = createKnownAddresses('https://www.lumen.example', sites)
  known.add(results)
  const cited: number[] = []
  const finalizer = createAnswerCheck({
    known,
    languages: Object.values(promisePhrases),
    isKept: (kind) => kept.includes(kind),
    isOfTeam: (words) => team.some((text) => text.toLowerCase().includes(words)),
    onCitation: (number) => cited.push(number),
  })
  return { ...finalizer, cited }
}

/** A whole text after the check, given in pieces. */
export function finalize(pieces: string | readonly string[], checked?: Checked): string {
  const finalizer = lumenFinalizer(checked)
  const texts = (typeof pieces === 'string' ? [pieces] : pieces).map((piece) =>
    finalizer.add(piece),
  )
  return [...texts, finalizer.end()].join('')
}
