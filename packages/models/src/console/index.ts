import * as api from '../resources/index.ts'
import * as own from './operations.ts'

const { chatSessions: _chatSessions, me: _me, conversations, ...shared } = api
const { list, get } = conversations

/**
 * Every operation of the console, by resource: the workspace API and the console's own operations. They
 * serve only the console and may change in any version. `me` and `chatSessions`, which are about API keys,
 * are left out, and so are operations that name the person who answers: in the console that is always the
 * person who is signed in.
 */
export const consoleApi = { ...shared, conversations: { list, get }, ...own }

export { ApiKey, ApiKeyCreate } from './api-keys.ts'
export { Health } from './health.ts'
export { InboxChange, InboxConversation } from './inbox.ts'
export { FoundPassage, KnowledgeQuestion } from './knowledge-search.ts'
export { consoleLimits } from './limits.ts'
/** The operations that the workspace API does not have. */
export * as consoleOwnApi from './operations.ts'
export { LoggedRequest } from './requests.ts'
export { ConsoleSession, TeamPerson } from './session.ts'
