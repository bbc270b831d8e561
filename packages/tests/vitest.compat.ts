import { defineConfig } from 'vitest/config'
import { common, project, withPostgres } from '../../vitest.workspace.ts'

// Runs the tests that need libraries which `npm ci` does not install: see CONTRIBUTING.md.

export default defineConfig({
  test: {
    ...common,
    provide: { ...common.provide, matrix: true },
    projects: [
      project('packages/compat/test', 'compat', {
        exclude: ['browser.test.ts', 'drivers/*.test.ts'],
      }),
      project('packages/compat/test/drivers', 'drivers', withPostgres),
      project('packages/bench/test', 'bench', { exclude: ['widget.test.ts'] }),
      project('packages/agent-ai/test', 'agent-ai', {
        ...withPostgres,
        include: ['model/*.test.ts'],
      }),
      project('examples/agent/test', 'agent'),
      project('examples/telemetry/test', 'telemetry'),
    ],
  },
})
