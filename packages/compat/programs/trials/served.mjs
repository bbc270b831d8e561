import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const require = createRequire(import.meta.url)
const cli = require.resolve('@doorkit/cli/bin')

/** The URL of the store in a folder. */
export const storeIn = (folder) => `sqlite:${join(folder, 'doorkit.db')}`

/** The flags of a server that sends webhooks to this machine immediately, and stops without draining. */
export const quick = [
  '--allow-private-webhooks',
  ...['--payload-delay-ms', '0'],
  ...['--drain-ms', '0'],
]

/** Runs a `doorkit` command and returns its JSON output. */
export async function doorkit(args, env = {}) {
  const child = spawn(process.execPath, [cli, ...args, '--json'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    once(child, 'exit'),
  ])
  const [out, log, [code]] = texts
  if (code !== 0) throw new Error(`doorkit ${args[0]}: ${log.join('')}`)
  return JSON.parse(out.join(''))
}

/** Starts `doorkit serve` and waits until it is ready. If it fails, `failed` has its log. */
export async function serve(args, env = {}) {
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--json', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = []
  child.stderr.on('data', (part) => log.push(String(part)))
  const ended = once(child, 'exit')
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (typeof first[0] !== 'string') return { failed: log.join('') }
  const facts = JSON.parse(first[0])
  return {
    ...facts,
    origin: new URL(facts.base_url).origin,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return (await ended)[0]
    },
  }
}

export async function until(condition, what) {
  for (let round = 0; round < 1_500; round++) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`Waited too long for ${what}`)
}
