import Anthropic from '@anthropic-ai/sdk'
import type { Connect } from './contestant.ts'

export const connect: Connect = (origin) => {
  const anthropic = new Anthropic({ apiKey: 'sk-bench', baseURL: origin, maxRetries: 0 })
  return async () => anthropic.models.retrieve('ct_1')
}
