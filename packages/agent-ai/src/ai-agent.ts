import type { Agent } from '@doorkit/server'
import { isStepCount, streamText, type ToolSet } from 'ai'
import { createAnswerCheck } from './answer/check-answer.ts'
import type { PromiseKind, PromisePhrases } from './answer/promise.ts'
import { promisePhrases } from './answer/promise-phrases.ts'
import { createAnswerWriter } from './answer-writer.ts'
import { ModelError, toModelError } from './model-error.ts'
import { type ModelSettings, modelSettings } from './model-settings.ts'
import { instructionsFor } from './prompt/instructions.ts'
import { createPassageNumbers } from './prompt/passages.ts'
import { messagesFor } from './prompt/transcript.ts'
import { toolsFor, wrapHostTools } from './tools.ts'
import { createTurnFacts } from './turn-facts.ts'
import { createUsage } from './usage.ts'

/** The options of {@link aiAgent}. */
export interface AiAgentOptions extends ModelSettings {
  /**
   * Instructions of your own, which follow the instructions of the workspace's settings. Do not put data
   * of a visitor into them.
   */
  readonly instructions?: string | undefined
  /**
   * Tools of the AI SDK, such as those of an MCP server, in addition to the tools of the turn. The kit does
   * not limit their calls, and stores no inputs or outputs: prefer `createDoorkit({ tools })` for your own.
   */
  readonly tools?: ToolSet | undefined
  /**
   * The most requests to the model in a turn, 2 to 6, without the repeats that `maxRetries` allows.
   * After each request in which the model calls tools, another one follows. Default 6.
   */
  readonly maxSteps?: number | undefined
  /**
   * Further sites whose addresses an answer may show, besides the workspace's own:
   * `https://status.acme.example` or `status.acme.example`. Default: none.
   */
  readonly sites?: readonly string[] | undefined
  /**
   * The names of your tools that fulfill promises, by kind of promise: `{ booked: ['book_table'] }`. If
   * `booked`, `person` or `sent` is missing, every tool of yours fulfills promises of that kind.
   */
  readonly promiseTools?: Readonly<Partial<Record<PromiseKind, readonly string[]>>> | undefined
  /**
   * The phrases that count as promises, by language. The phrases of a language replace those of
   * `promisePhrases` for this language. Further languages are added.
   */
  readonly promises?: Readonly<Record<string, PromisePhrases>> | undefined
}

const mostSteps = 6

/**
 * An agent that is a language model. It knows the passages that `search_knowledge` finds, and acts
 * through the tools of the turn. It removes unknown addresses from its answers, and corrects promises
 * that no tool has kept.
 *
 * @throws RangeError if `maxSteps` is not a whole number from 2 to 6.
 */
export function aiAgent(options: AiAgentOptions): Agent {
  const { instructions: hostInstructions, tools: hostTools = {}, maxSteps = mostSteps } = options
  const { sites = [], promiseTools = {}, promises = {} } = options
  if (!Number.isInteger(maxSteps) || maxSteps < 2 || maxSteps > mostSteps) {
    throw new RangeError(`maxSteps must be a whole number from 2 to ${mostSteps}, not ${maxSteps}.`)
  }
  const languages = Object.values({ ...promisePhrases, ...promises })
  return {
    async *reply(turn) {
      const facts = createTurnFacts(turn, hostInstructions, { sites, promiseTools })
      const passages = createPassageNumbers()
      const writer = createAnswerWriter(turn.answerId, passages.find)
      const answerCheck = createAnswerCheck({ ...facts, languages, onCitation: writer.cite })
      const usage = createUsage()
      let step = 0
      const hooks = {
        idOf: (id: string) => writer.idOf(step, id),
        onResult: facts.learn,
        numberOf: passages.numberOf,
      }
      const tools = { ...wrapHostTools(hostTools, hooks), ...toolsFor(turn, hooks) }
      const { stream } = streamText({
        ...modelSettings(options),
        instructions: instructionsFor(turn, hostInstructions),
        messages: messagesFor(turn),
        tools,
        // A tool may write something that the next one must find.
        toolCallConcurrency: 1,
        stopWhen: isStepCount(maxSteps),
        prepareStep({ stepNumber }) {
          step = stepNumber
          // The last step has to be an answer.
          return stepNumber === maxSteps - 1 ? { toolChoice: 'none' } : undefined
        },
        abortSignal: turn.signal,
        // By default, the AI SDK would print the error with the messages of the visitor.
        onError() {},
      })
      for await (const part of stream) {
        switch (part.type) {
          case 'start-step':
            writer.beginStep()
            break
          case 'text-delta':
            yield* writer.say(answerCheck.add(part.text))
            break
          case 'text-end':
            yield* writer.say(answerCheck.endPart())
            yield* writer.endPart()
            break
          case 'tool-call':
            if (Object.hasOwn(tools, part.toolName)) yield writer.called(part)
            break
          case 'tool-result':
            yield writer.succeeded(part)
            yield* writer.say(answerCheck.afterTool())
            break
          case 'tool-error':
            if (Object.hasOwn(tools, part.toolName)) yield writer.failed(part)
            break
          case 'finish-step':
            yield usage.afterStep(part)
            break
          case 'error':
            throw toModelError(part.error)
          case 'abort':
            turn.signal.throwIfAborted()
            throw new ModelError('model_failed', 'The model stopped in the middle of its answer.')
        }
      }
      yield* writer.say(answerCheck.end())
      yield* writer.end()
      if (!writer.hasText()) {
        const message = `The model of ${turn.agent.name} ended without any text.`
        throw new ModelError('no_answer', message)
      }
    },
  }
}
