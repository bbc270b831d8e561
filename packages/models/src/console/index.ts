import * as api from '../resources/index.ts'
import * as own from './operations.ts'

const { chatSessions: _chatSessions, me: _me, ...shared } = api

/**
 * Every operation of the console, by resource: the workspace API without `me` and `chatSessions`, which
 * are about API keys, and the console's own operations. They serve only the console and may change in
 * any version.
 */
export const consoleApi = { ...shared, ...own }

export { ApiKey, ApiKeyCreate } from './api-keys.ts'
export { consoleLimits } from './limits.ts'
/** The operations that the workspace API does not have. */
export * as consoleOwnApi from './operations.ts'
export { LoggedRequest } from './requests.ts'
export { ConsoleSession, TeamPerson } from './session.ts'
