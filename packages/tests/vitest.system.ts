import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { common, project, withPostgres } from '../../vitest.workspace.ts'

// Runs the tests that need programs which npm does not install: see CONTRIBUTING.md.

export default defineConfig({
  test: {
    ...common,
    provide: { ...common.provide, matrix: true },
    projects: [
      project('packages/store-postgres/test', 'store-postgres', { include: ['pgbouncer.test.ts'] }),
      project('packages/webhooks/test', 'redis', { include: ['redis.test.ts'] }),
      project('packages/tests/system', 'system', withPostgres),
      project('examples/tour/test', 'shop', { include: ['browser.test.ts'] }),
      project('examples/site-chat-react/test', 'site-chat-react', { include: ['browser.test.ts'] }),
      project('packages/widget/test', 'widget-browser', { include: ['browser/*.test.ts'] }),
      project('packages/console/test', 'console-browser', { include: ['browser/*.test.ts'] }),
      project('packages/bench/test', 'widget-bench', { include: ['widget.test.ts'] }),
      project('packages/compat/test', 'browser', {
        include: ['browser.test.ts'],
        globalSetup: [resolve('packages/compat/test/client-setup.ts')],
      }),
    ],
  },
})
