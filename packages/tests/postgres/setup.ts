import type { TestProject } from 'vitest/node'
import { dropTemplate } from './copy-template.ts'
import { startPostgresProcess } from './postgres-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL of this run. */
    postgres: string
    /** The template of this run in that PostgreSQL: see `copyTemplate`. */
    template: string | undefined
  }
}

/** A global setup of vitest: one server for all projects of a run. The first starts it, and ends it last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgresProcess()
  process.env.DOORKIT_TEST_POSTGRES_URL = url
  project.provide('postgres', url)
  const template = `template_${process.pid}`
  project.provide('template', template)
  return async () => {
    // A server that another project of this run started may have ended with all that it kept.
    await dropTemplate(url, template).catch(() => {})
    await stop()
  }
}
