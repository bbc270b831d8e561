export { conversation } from './conversation.ts'
export { messages } from './messages.ts'
export { visits } from './visits.ts'
