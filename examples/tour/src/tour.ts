import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkAddress, main, readAddress } from '@doorkit/cli'
import { openShop } from './shop/open-shop.ts'
import { say, step } from './step.ts'
import { askForPerson } from './steps/ask-for-person.ts'
import { createKeys } from './steps/create-keys.ts'
import { eraseAda } from './steps/erase-ada.ts'
import { introduceAda } from './steps/introduce-ada.ts'
import { listEvents } from './steps/list-events.ts'
import { loadKnowledge } from './steps/load-knowledge.ts'
import { receiveWebhooks } from './steps/receive-webhooks.ts'
import { replayWrite } from './steps/replay-write.ts'
import { startServer } from './steps/start-server.ts'
import { streamAnswer } from './steps/stream-answer.ts'
import { walkContacts } from './steps/walk-contacts.ts'

/** Runs the tour on a database in `folder`. If a step fails, rejects with a sentence that names it. */
async function takeTour(folder: string): Promise<void> {
  const server = await step('start a server', () => startServer(join(folder, 'tour.db')))
  try {
    const { crm, chat, admin } = await step('create keys', () => createKeys(server))
    await step('read contacts', () => walkContacts(crm))
    await step('replay a write', () => replayWrite(crm))
    const receiver = await step('receive webhooks', () => receiveWebhooks(admin))
    try {
      await step('load knowledge', () => loadKnowledge(chat))
      const session = await step('stream an answer', () => streamAnswer(chat))
      await step('introduce Ada', () => introduceAda(chat, session, receiver))
      await step('ask for a person', () => askForPerson(chat, session, receiver))
      await step('list events', () => listEvents(admin))
      await step('erase Ada', () => eraseAda(admin))
    } finally {
      await receiver.close()
    }
  } finally {
    await server.close()
  }
  say('That was the tour.')
}

/** Checks the port before the tour, because the demo starts only after the tour. */
async function checkPort(serveOptions: readonly string[]): Promise<void> {
  const options = { host: { type: 'string' }, port: { type: 'string' } } as const
  const { host, port } = parseArgs({ args: [...serveOptions], options, strict: false }).values
  const flags = { host: host?.toString(), port: port?.toString() }
  const start = 'npm start --'
  await checkAddress(readAddress(flags, process.env), {
    port: `${start} --port`,
    host: `${start} --host`,
  })
}

const [option, ...serveOptions] = process.argv.slice(2)
let folder: string | undefined
try {
  if (option === '--stay') {
    await checkPort(serveOptions)
    say('First comes a tour of the API, then a demo with its links.')
  }
  folder = await mkdtemp(join(tmpdir(), 'doorkit-tour-'))
  await takeTour(folder)
  if (option === '--stay') {
    const store = `sqlite:${join(folder, 'demo.db')}`
    say('The demo now starts with its own database, which is removed when it ends.')
    const serve = ['serve', '--store', store, '--demo', '--allow-private-webhooks']
    const { serveShop } = await import('./shop/serve-shop.ts')
    const shop = await serveShop()
    const { stdout, stderr, env } = process
    process.exitCode = await main([...serve, ...serveOptions], {
      stdout,
      stderr,
      env,
      command: 'npm run doorkit --',
      onServing: (served) => openShop(shop, store, served),
    })
    shop.close()
    say('The demo has ended. The tour now removes its database.')
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
if (folder) await rm(folder, { recursive: true, force: true })
