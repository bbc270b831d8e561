import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Client, createClient } from '@doorkit/client'
import {
  doorkitArguments,
  environment,
  nodePath,
} from '../../conformance/support/doorkit-command.ts'
import type { Round } from '../campaign.ts'

/** A `doorkit serve` that can be killed and restarted. */
export interface ServeProcess {
  /** The address at which it answers now. */
  readonly baseUrl: () => string
  /** Kills it immediately. */
  readonly kill: () => Promise<void>
  readonly restart: () => Promise<void>
  /** Whether it has started and not ended. */
  readonly isRunning: () => boolean
}

/** Makes a client for a server. By default, it does not retry. */
export const clientOf = (server: ServeProcess, apiKey: string, maxRetries = 0): Client =>
  createClient({ apiKey, baseUrl: server.baseUrl(), maxRetries })

/** Serves a store in its own process, until the round ends. */
export function serveProcess(
  store: string,
  round: Pick<Round, 'onEnd'>,
  ...flags: readonly string[]
): Promise<ServeProcess> {
  return startProcess(
    [...doorkitArguments, 'serve', '--store', store, ...serveFlags, ...flags],
    round,
  )
}

/** Runs a program of Node until the round ends. The program prints its `base_url` as JSON. */
export async function startProcess(
  command: readonly string[],
  round: Pick<Round, 'onEnd'>,
): Promise<ServeProcess> {
  let running = await start(command)
  const isRunning = () => running.child.exitCode === null && !running.child.killed
  const kill = async () => {
    const { child } = running
    if (!isRunning()) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  round.onEnd(kill)
  return {
    baseUrl: () => running.baseUrl,
    kill,
    isRunning,
    async restart() {
      running = await start(command)
    },
  }
}

const serveFlags = ['--port', '0', '--json', '--allow-private-webhooks', '--payload-delay-ms', '0']

async function start(
  command: readonly string[],
): Promise<{ child: ChildProcess; baseUrl: string }> {
  const child = spawn(nodePath, command, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  // The child ends together with the process of the campaign.
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  let log = ''
  child.stderr?.on('data', (part) => {
    log = `${log}${part}`.slice(-5_000)
  })
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${code} before it listened:\n${log}`)
  })
  const [facts] = await Promise.race([line, ended])
  ended.catch(() => {})
  return { child, baseUrl: (JSON.parse(facts) as { base_url: string }).base_url }
}
