import { defineConfig, type Options } from 'tsup'
import base from '../tsup.config.ts'

const { entry, dts, ...options } = base as Options & { entry: Record<string, string>; dts: object }

// `imports` names the two modules of `#hmac`, so they are not among the entries from `exports`. No
// declaration file mentions them.
export default defineConfig({
  ...options,
  // The package has no dependencies, so it contains what it uses of the models, from their sources.
  noExternal: [/^@doorkit\/models/],
  esbuildOptions(built) {
    built.conditions = ['@doorkit/source']
    // A neutral build ignores `main` by default, and standardwebhooks names its entry nowhere else.
    built.mainFields = ['main']
  },
  entry: {
    ...entry,
    'hmac-node': './src/hmac-node.ts',
    'hmac-portable': './src/hmac-portable.ts',
  },
  dts: { ...dts, entry },
})
