import type { TestProject } from 'vitest/node'
import { dropTemplate } from './copy-template.ts'
import { startPostgresProcess } from './postgres-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL of this run. */
    postgres: string
    /** The name of this run's template database: see `copyTemplate`. */
    template: string | undefined
  }
}

/** A global setup of vitest: one server for all projects of a run. The first project starts it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgresProcess()
  process.env.DOORKIT_TEST_POSTGRES_URL = url
  project.provide('postgres', url)
  const template = `template_${process.pid}`
  project.provide('template', template)
  return async () => {
    // The project that started the server may have stopped it already.
    await dropTemplate(url, template).catch(() => {})
    await stop()
  }
}
