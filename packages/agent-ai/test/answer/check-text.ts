import { createAnswerCheck } from '../../src/answer/check-answer.ts'
import { createKnownAddresses } from '../../src/answer/known-addresses.ts'
import type { PromiseKind } from '../../src/answer/promise.ts'
import { promisePhrases } from '../../src/answer/promise-phrases.ts'

/** The facts against which these tests check a text. */
export interface CheckFacts {
  readonly results?: unknown
  readonly kept?: readonly PromiseKind[]
  readonly team?: readonly string[]
  readonly sites?: readonly string[]
}

/** The check of answers for the website https://www.lumen.example, and its citations. */
export function lumenCheck({ results, kept = [], team = [], sites = [] }: CheckFacts = {}) {
  const known = createKnownAddresses('https://www.lumen.example', sites)
  known.add(results)
  const cited: number[] = []
  const check = createAnswerCheck({
    known,
    languages: Object.values(promisePhrases),
    isKept: (kind) => kept.includes(kind),
    isOfTeam: (words) => team.some((text) => text.toLowerCase().includes(words)),
    onCitation: (number) => cited.push(number),
  })
  return { ...check, cited }
}

/** Checks a text that arrives in pieces, and returns everything that may be shown. */
export function checkAnswer(pieces: string | readonly string[], facts?: CheckFacts): string {
  const check = lumenCheck(facts)
  const texts = (typeof pieces === 'string' ? [pieces] : pieces).map((piece) => check.add(piece))
  return [...texts, check.end()].join('')
}
