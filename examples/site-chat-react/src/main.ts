import { serveChat } from './serve-chat.ts'

const { origin } = await serveChat({ port: Number(process.env.PORT ?? 3000) })
console.log(`The chat is at ${origin}`)
