import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

export { atBuildTime } from './at-build-time.ts'

interface Manifest {
  bin?: Record<string, string>
  exports: Record<string, string | { '@doorkit/source'?: string }>
}

// The entries are the `exports` of the package being built: a subpath is declared once.
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const sources = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'object' && target['@doorkit/source'] ? [target['@doorkit/source']] : [],
)
const entry = Object.fromEntries(
  sources.map((file) => [file.replace(/^\.\/src\//, '').replace(/\.ts$/, ''), file]),
)

export default defineConfig({
  entry,
  format: manifest.bin ? ['esm'] : ['esm', 'cjs'],
  target: 'node22',
  platform: 'neutral',
  external: [/^node:/, '#hmac'],
  dts: { compilerOptions: { composite: false, incremental: false, emitDeclarationOnly: false } },
  clean: true,
  treeshake: true,
  splitting: true,
  sourcemap: false,
  // Deno and Workers know Node's modules by their full names only.
  removeNodeProtocol: false,
})
