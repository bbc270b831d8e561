import OpenAI from 'openai'
import type { Connect } from './contestant.ts'

export const connect: Connect = (origin) => {
  const openai = new OpenAI({ apiKey: 'sk-bench', baseURL: `${origin}/v1`, maxRetries: 0 })
  return async () => openai.models.retrieve('ct_1')
}
