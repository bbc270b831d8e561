import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { sqliteStore } from '@doorkit/store-sqlite'
import { startServer } from './start-server.ts'

const {
  OPENAI_BASE_URL: baseURL = 'https://api.openai.com/v1',
  OPENAI_API_KEY: apiKey,
  MODEL = 'gpt-5-mini',
  PORT = '3000',
} = process.env
const provider = createOpenAICompatible({
  name: 'openai',
  baseURL,
  includeUsage: true,
  ...(apiKey !== undefined && { apiKey }),
})
const { origin, stop } = await startServer({
  model: provider(MODEL),
  store: sqliteStore({ file: 'agent-example.db' }),
  port: Number(PORT),
  onTurn: ({ status, durationMs, tools, usage }) =>
    console.log({ status, durationMs, tools: tools.map(({ name }) => name), usage }),
})
console.log(`The website is at ${origin}, and its model is ${MODEL} at ${baseURL}`)
process.once('SIGTERM', stop)
