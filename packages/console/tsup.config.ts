import { defineConfig } from 'tsup'
import base, { atBuildTime } from '../tsup.config.ts'

export default defineConfig({
  ...base,
  entry: { assets: 'bundle/assets.ts' },
  esbuildPlugins: [atBuildTime('bundleAssets', 'bundle/bundle-assets.ts')],
})
