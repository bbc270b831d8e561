import type { TestProject } from 'vitest/node'
import { startPostgresProcess } from './postgres-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL of this run. */
    postgres: string
  }
}

/** A global setup of vitest: one server for all test files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgresProcess()
  project.provide('postgres', url)
  return stop
}
