import type { Grader, GraderInput } from '@doorkit/server'
import { ruleGrader } from '@doorkit/server'
import { generateText, NoObjectGeneratedError, NoOutputGeneratedError, Output } from 'ai'
import { toModelError } from './model-error.ts'
import { type ModelSettings, modelSettings } from './model-settings.ts'
import { marked } from './prompt/marked-content.ts'
import { graderInstructions, Rubric } from './rubric.ts'

/** The options of {@link modelGrader}. */
export interface ModelGraderOptions extends ModelSettings {
  /** Further instructions for the grading, in your own words. Default: none. */
  readonly instructions?: string | undefined
  /** Grades a conversation for which the model returned no valid evaluation. Default: `ruleGrader()`. */
  readonly otherwise?: Grader | undefined
}

/**
 * The most characters of a transcript that the model reads. If a transcript is longer, the model reads
 * only its beginning and its end.
 */
const mostCharacters = 32_000
const charactersAtBeginning = 8_000

/**
 * A grader that is a language model. It judges the transcript of a conversation by a rubric. Its labels
 * come from closed lists.
 */
export function modelGrader(options: ModelGraderOptions): Grader {
  const { instructions, otherwise = ruleGrader() } = options
  return {
    async grade(grading) {
      try {
        const { output } = await generateText({
          ...modelSettings(options),
          instructions: [graderInstructions, instructions].filter(Boolean).join('\n\n'),
          prompt: promptFor(grading),
          output: Output.object({ schema: Rubric, name: 'evaluation' }),
          abortSignal: grading.signal,
        })
        return output
      } catch (error) {
        grading.signal.throwIfAborted()
        // Another attempt would probably fail too.
        if (NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error)) {
          return otherwise.grade(grading)
        }
        throw toModelError(error)
      }
    },
  }
}

function promptFor({ conversation, messages }: GraderInput): string {
  const lines = messages.map(({ role, author, text, tools }) => {
    const writer = author ? 'Person of the team' : role === 'user' ? 'Visitor' : 'Agent'
    const did = tools.length > 0 ? ` (${tools.join(', ')})` : ''
    return `${writer}${did}: ${text}`
  })
  const transcript = lines.join('\n\n')
  const excerpt =
    transcript.length <= mostCharacters
      ? transcript
      : `${transcript.slice(0, charactersAtBeginning)}\n\n[…]\n\n${transcript.slice(charactersAtBeginning - mostCharacters)}`
  return `Outcome: ${conversation.outcome}\nPage: ${conversation.page_path ?? 'unknown'}\n\n${marked('transcript', excerpt)}`
}
