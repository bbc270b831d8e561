export { conversation } from './conversation.ts'
export { events } from './events.ts'
export { messages } from './messages.ts'
export { visits } from './visits.ts'
