export { apiKeys } from './api-keys.ts'
export { inbox } from './inbox.ts'
export { requests } from './requests.ts'
export { session } from './session.ts'
