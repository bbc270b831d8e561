import type { Agent } from '@doorkit/server'

/** How many words follow the repeated question in an answer. */
const words = 25

/** The whole answer to a question. */
export const answerTo = (question: string): string =>
  `You said ${question}:${' word'.repeat(words)}. That is all.`

/** An agent that repeats the question, saves a detail, and writes one word at a time. */
export function slowAgent(pause: () => Promise<unknown>): Agent {
  return {
    async *reply({ messages, tools }) {
      const question = messages.at(-1)?.text ?? ''
      await tools.save_lead.execute({ need: question })
      const id = 'answer'
      yield { type: 'text-start', id }
      for (const delta of answerTo(question).split(/(?= )/)) {
        await pause()
        yield { type: 'text-delta', id, delta }
      }
      yield { type: 'text-end', id }
    },
  }
}
