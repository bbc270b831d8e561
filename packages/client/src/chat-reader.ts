export { readChatStream } from '@doorkit/chat-stream'
