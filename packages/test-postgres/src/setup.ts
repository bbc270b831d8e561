import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL of this run. */
    postgres: string
  }
}

/** A global setup of vitest: one server for all test files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const script = fileURLToPath(new URL('./serve-postgres.ts', import.meta.url))
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [url] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`PostgreSQL did not start: ${code}`))),
  ])
  project.provide('postgres', String(url))
  return async () => {
    child.stdin.end()
    await ended
  }
}
