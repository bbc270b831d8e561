import { defineConfig, type Options } from 'tsup'
import base from '../tsup.config.ts'

const { entry, dts, ...options } = base as Options & { entry: Record<string, string>; dts: object }

// The two sides of the import `#hmac` are reached through `imports`, not `exports`, and no
// declaration file speaks of them.
export default defineConfig({
  ...options,
  // Deno and Workers know the modules of Node only by their full names.
  removeNodeProtocol: false,
  // Users install nothing else, so the package contains the function that reads events, from its source.
  noExternal: [/^@doorkit\/models/],
  esbuildOptions(built) {
    built.conditions = ['@doorkit/source']
    // Of standardwebhooks, which signs where there is no node:crypto.
    built.mainFields = ['main']
  },
  entry: {
    ...entry,
    'hmac-node': './src/hmac-node.ts',
    'hmac-portable': './src/hmac-portable.ts',
  },
  dts: { ...dts, entry },
})
