import { defineConfig, type Options } from 'tsup'
import base, { atBuildTime } from '../tsup.config.ts'
import { cssAsText } from './bundle/css-as-text.ts'

const { dts, ...options } = base as Options & { dts: { compilerOptions: object } }

export default defineConfig({
  ...options,
  entry: { index: 'src/index.ts', element: 'src/element.ts', assets: 'bundle/assets.ts' },
  // Every browser of the last two years runs ES modules and ES2022.
  format: ['esm'],
  target: 'es2022',
  noExternal: ['@doorkit/chat-stream'],
  esbuildPlugins: [cssAsText, atBuildTime('bundleAssets', 'bundle/bundle-assets.ts')],
  esbuildOptions(built) {
    // The chat stream is read from its sources, so it need not be built first.
    built.conditions = ['@doorkit/source']
  },
  dts: {
    compilerOptions: {
      ...dts.compilerOptions,
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      rootDir: '..',
      paths: { '@doorkit/chat-stream': ['../chat-stream/src/index.ts'] },
    },
  },
})
