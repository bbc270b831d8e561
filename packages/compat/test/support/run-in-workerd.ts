import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { bundle } from './bundle.ts'
import { requireProgram, workerd } from './runtimes.ts'

/** Runs a program as a Worker, calls it once, and returns its JSON answer. */
export async function runInWorkerd(
  program: string,
  settings: Readonly<Record<string, string>>,
): Promise<unknown> {
  // These are the settings of Wrangler.
  const conditions = ['workerd', 'worker', 'browser']
  const [worker] = await bundle([program], { platform: 'browser', conditions })
  const module = `${program}.bundle`
  const config = `${program}.capnp`
  writeFileSync(module, worker?.contents ?? '')
  writeFileSync(config, configuration(basename(module), settings))

  const child = spawn(requireProgram('workerd', workerd), ['serve', config, '--control-fd=3'], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`workerd ended with ${code} before it was ready`)
  })
  try {
    const [message] = await Promise.race([once(child.stdio[3] as Readable, 'data'), ended])
    const response = await fetch(`http://127.0.0.1:${JSON.parse(String(message)).port}/`)
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return JSON.parse(text)
  } finally {
    child.kill()
  }
}

/** The configuration of a Worker that can only call the loopback interface. */
function configuration(module: string, settings: Readonly<Record<string, string>>): string {
  const bindings = Object.entries(settings).map(
    ([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`,
  )
  return `
    using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [
        (name = "program", worker = (
          modules = [(name = "worker", esModule = embed ${JSON.stringify(module)})],
          compatibilityDate = "2026-11-01",
          bindings = [${bindings.join(', ')}],
        )),
        (name = "internet", network = (allow = ["local"])),
      ],
      sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "program")],
    );
  `
}
