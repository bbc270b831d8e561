import { defineConfig, type Options } from 'tsup'
import base from '../tsup.config.ts'

// The AI SDK is only an ES module.
export default defineConfig({ ...(base as Options), format: ['esm'] })
