import * as api from '../resources/index.ts'
import * as own from './operations.ts'

const { chatSessions: _chatSessions, me: _me, conversations, ...shared } = api
const { list, get } = conversations

/**
 * Every operation of the console, by resource: those of the workspace API, and its own, which may change
 * in any version. `me` and `chatSessions` are left out, because they are for programs with API keys. Of
 * the operations on conversations, only the reads are here. People answer through `inbox`, always as the
 * signed-in person.
 */
export const consoleApi = { ...shared, conversations: { list, get }, ...own }

export { AgentTrial, TrialCall, TrialChunk } from './agent-trials.ts'
export { ApiKey, ApiKeyCreate } from './api-keys.ts'
export { Health } from './health.ts'
export { InboxChange, InboxConversation } from './inbox.ts'
export { FoundPassage, KnowledgeQuestion } from './knowledge-search.ts'
export { consoleLimits } from './limits.ts'
/** The console's own operations. */
export * as consoleOwnApi from './operations.ts'
export { LoggedRequest } from './requests.ts'
export { ConsoleSession, TeamPerson } from './session.ts'
export { WebhookDiagnosis } from './webhook-diagnoses.ts'
