// The console's own resources. A resource that is not listed here is not served.
export { agentTrials } from './agent-trials.ts'
export { apiKeys } from './api-keys.ts'
export { health } from './health.ts'
export { inbox } from './inbox.ts'
export { knowledgeSearch } from './knowledge-search.ts'
export { requests } from './requests.ts'
export { session } from './session.ts'
export { webhookDiagnoses } from './webhook-diagnoses.ts'
