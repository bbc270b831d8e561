export { apiKeys } from './api-keys.ts'
export { requests } from './requests.ts'
export { session } from './session.ts'
