export { type AiAgentOptions, aiAgent } from './ai-agent.ts'
export {
  type PromiseKind,
  type PromisePhrase,
  type PromisePhrases,
  promisePhrases,
} from './answer/promise-phrases.ts'
export { ModelError, type ModelErrorCode } from './model-error.ts'
export { type ModelGraderOptions, modelGrader } from './model-grader.ts'
export type { ModelSettings } from './model-settings.ts'
