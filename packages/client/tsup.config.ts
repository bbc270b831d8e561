import { defineConfig, type Options } from 'tsup'
import base from '../../tsup.config.ts'

const { entry, dts, ...options } = base as Options & { entry: Record<string, string>; dts: object }
const { 'validate/index': validate = '', ...others } = entry

export default defineConfig([
  { ...options, entry: others, dts: { ...dts, entry }, clean: ['!validate/*.{js,cjs}'] },
  // The schemas and zod come along, in one file: read from theirs they take twice as long.
  {
    ...options,
    entry: { 'validate/index': validate },
    noExternal: ['zod', '@doorkit/models'],
    minify: true,
    clean: false,
    // Read from their sources, so that this build does not need theirs.
    esbuildOptions(built) {
      built.conditions = ['@doorkit/source']
    },
  },
])
