// What the console adds to the workspace API: a resource that is not here does not exist.
export { apiKeys } from './api-keys.ts'
export { requests } from './requests.ts'
export { session } from './session.ts'
