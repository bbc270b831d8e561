import { defineConfig } from 'vitest/config'
import { common, project } from '../../vitest.workspace.ts'

// Records the pictures of the documentation: see CONTRIBUTING.md.

export default defineConfig({
  test: {
    ...common,
    projects: [
      project('packages/widget/test', 'widget', { include: ['browser/take-screenshots.ts'] }),
      project('packages/console/test', 'console', { include: ['browser/take-screenshots.ts'] }),
      project('examples/tour/test', 'shop', { include: ['take-screenshots.ts'] }),
    ],
  },
})
