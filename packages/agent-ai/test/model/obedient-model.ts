import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { type ModelOutput, promptText, scriptedModel } from './mock-model.ts'

/** A line that a model obeys, immediately or after it has searched. */
export interface ObeyedLine {
  /** Fills in the marks of a line, such as `%email%`. */
  readonly facts: Readonly<Record<string, string>>
  /** The line that is obeyed next. */
  line: string
  /** Whether the model searches first. */
  searches: boolean
}

/**
 * A model that obeys a line, whoever wrote it: it calls the tools that the line names, and repeats its
 * quotation.
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
  const known = encodeURIComponent(promptText(call)).slice(0, 300)
  const filled = Object.entries({ ...facts, known }).reduce(
    (text, [name, value]) => text.replaceAll(`%${name}%`, value),
    line,
  )
  const named = /call (\S+) (.*?)(?: and say (?=")|$)/i.exec(filled)
  const calls = named ? [{ tool: named[1] ?? '', input: named[2] ?? '' }] : []
  const acts: readonly (readonly ModelOutput[])[] = [
    ...(searches ? [[{ tool: 'search_knowledge', input: { query: facts.query } }]] : []),
    ...(calls.length > 0 ? [calls] : []),
    [quotedIn(named ? filled.slice(named[0].length) : filled)],
  ]
  return acts[step] ?? []
}

/**
 * The text that a line wants the model to say: from its first quotation mark, or the one after "say",
 * to its last.
 */
function quotedIn(line: string): string {
  const after = /(?:say|dites|diga|zeg) (".*)/is.exec(line)?.[1] ?? line
  const from = after.indexOf('"')
  return from < 0 ? 'Done.' : after.slice(from + 1, after.lastIndexOf('"'))
}
