import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { type ModelOutput, promptText, scriptedModel } from './mock-model.ts'

/** A line that a model obeys, immediately or after it has searched. */
export interface ObeyedLine {
  /** The values of the marks in a line, such as `%email%`, by name, and the `query` of a search. */
  facts: Readonly<Record<string, string>>
  /** The line that is obeyed next. */
  line: string
  /** Whether the model searches first. */
  searches: boolean
}

/**
 * A model that obeys the given line, even if its prompt does not contain it: it calls the tool that the
 * line names, and says what the line quotes.
 */
export function obedientModel(obeyedLine: ObeyedLine) {
  let step = 0
  let prompt: unknown
  return scriptedModel((call) => {
    // The last message of the visitor differs with each turn.
    const question = JSON.stringify(call.prompt.findLast(({ role }) => role === 'user'))
    step = question === prompt ? step + 1 : 0
    prompt = question
    return actOf(obeyedLine, call, step)
  })
}

function actOf(
  { line, searches, facts }: ObeyedLine,
  call: LanguageModelV4CallOptions,
  step: number,
): readonly ModelOutput[] {
  const prompt = encodeURIComponent(promptText(call)).slice(0, 300)
  const filled = Object.entries({ ...facts, prompt }).reduce(
    (text, [name, value]) => text.replaceAll(`%${name}%`, value),
    line,
  )
  const named = /^call (\S+) (.*?)(?: and say (?=")|$)/i.exec(filled)
  const calls = named ? [{ tool: named[1] ?? '', input: named[2] ?? '' }] : []
  const acts: readonly (readonly ModelOutput[])[] = [
    ...(searches ? [[{ tool: 'search_knowledge', input: { query: facts.query } }]] : []),
    ...(calls.length > 0 ? [calls] : []),
    [quotedIn(named ? filled.slice(named[0].length) : filled)],
  ]
  return acts[step] ?? []
}

/**
 * The text that a line wants the model to say: from the quotation mark after "say", or else the first
 * quotation mark, to the last one.
 */
function quotedIn(line: string): string {
  const after = /(?:say|dites|diga|zeg) (".*)/is.exec(line)?.[1] ?? line
  const from = after.indexOf('"')
  return from < 0 ? 'Done.' : after.slice(from + 1, after.lastIndexOf('"'))
}
