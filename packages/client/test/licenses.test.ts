import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const directory = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The packages of others whose code is in a bundle of the package's entries. */
async function bundledPackages(): Promise<string[]> {
  const { exports, peerDependencies } = JSON.parse(read('../package.json')) as {
    exports: Record<string, { '@doorkit/source'?: string }>
    peerDependencies: Record<string, string>
  }
  const { metafile } = await build({
    absWorkingDir: directory,
    entryPoints: Object.values(exports).flatMap((target) => target['@doorkit/source'] ?? []),
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@doorkit/source'],
    external: Object.keys(peerDependencies),
    outdir: 'dist',
    write: false,
    metafile: true,
  })
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs))
  const names = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  return [...new Set(names)].sort()
}

test('the licenses of what is bundled come along', async () => {
  const names = await bundledPackages()
  expect(names).toEqual(['eventsource-parser', 'zod'])
  const licenses = names.map((name) => {
    const text = read(`../../../node_modules/${name}/LICENSE`).trim()
    return `## ${name}\n\n${text}\n`
  })
  const page = `# Licenses of others\n\nThe files of this package contain parts of these packages.\n\n${licenses.join('\n')}`
  await expect(page).toMatchFileSnapshot('../THIRD-PARTY-LICENSES.md')
})
