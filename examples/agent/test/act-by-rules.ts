import type { ModelRequest, ModelStep } from './model-server.ts'

/**
 * Acts like a small model that reads its prompt: it calls the tool that fits, and then states the
 * result.
 */
export function actByRules({ messages, tools = [] }: ModelRequest): ModelStep {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  // The hints about the visit come before the question.
  const question = textOf(messages[asked]?.content).split('\n').at(-1) ?? ''
  const results = messages.slice(asked + 1).filter(({ role }) => role === 'tool')
  const may = (name: string) => tools.some((tool) => tool.function.name === name)

  const result = textOf(results.at(-1)?.content)
  if (results.length > 0) return answerWith(result)
  const email = /\S+@\S+\.\w+/.exec(question)?.[0]
  if (email && may('save_lead')) return [{ name: 'save_lead', input: { email } }]
  const order = /\b[A-Z]-\d+\b/.exec(question)?.[0]
  if (order && may('find_order')) return [{ name: 'find_order', input: { number: order } }]
  if (/\bperson\b/.test(question) && may('request_handoff')) {
    return [{ name: 'request_handoff', input: { reason: 'asked_for_person' } }]
  }
  return [{ name: 'search_knowledge', input: { query: question } }]
}

function answerWith(result: string): string {
  const [, number, sentence] = /<passage number="(\d+)"[^>]*>\s*([^.]+\.)/.exec(result) ?? []
  if (sentence) return `${sentence.trim()} [[${number}]]`
  const state = /"state":"([^"]+)"/.exec(result)?.[1]
  if (state) return `Your order is ${state}.`
  if (result.includes('Nothing was found')) return 'I do not know.'
  return 'A colleague will write to you. I have saved your details.'
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(({ text }) => text ?? '').join('\n') : ''
}
