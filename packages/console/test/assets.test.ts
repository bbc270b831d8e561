import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { consoleAssets } from '../bundle/assets.ts'

const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length

test('the whole console has at most 120 KB, gzipped, and a screen loads at most 25 KB, or 45 KB with plots', async () => {
  const assets = await consoleAssets()
  const all = assets.map(({ text }) => sizeOf(text)).reduce((sum, size) => sum + size, 0)
  expect(all).toBeGreaterThan(20_000)
  expect(all).toBeLessThan(120_000)
  const scripts = assets.filter(({ path }) => path.endsWith('.js'))
  const find = (file: string) => scripts.find(({ path }) => path === `assets/${file}`)
  /** The files that a file loads immediately, itself included. */
  function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
    if (loaded.has(file)) return loaded
    loaded.add(file)
    for (const [, next = ''] of find(file)?.text.matchAll(/(?:from|import)"\.\/([^"]+)"/g) ?? []) {
      loadedBy(next, loaded)
    }
    return loaded
  }
  const main = scripts.find(({ path }) => path.startsWith('assets/main-'))
  const first = loadedBy(main?.path.slice('assets/'.length) ?? '')
  const style = sizeOf(assets.find(({ path }) => path.endsWith('.css'))?.text ?? '')
  const screens = scripts.flatMap(({ text }) =>
    [...text.matchAll(/import\("\.\/([\w-]+)-\w+\.js"\)/g)].map(
      ([call, name = '']) => [name, call.slice('import("./'.length, -2)] as const,
    ),
  )
  expect(screens.length).toBeGreaterThan(10)
  for (const [name, file] of screens) {
    const sizes = [...loadedBy(file, new Set(first))].map((one) => sizeOf(find(one)?.text ?? ''))
    const size = sizes.reduce((sum, one) => sum + one, style)
    const budget = name === 'overview' ? 45_000 : 25_000
    expect([name, size > 10_000, size < budget, size]).toEqual([name, true, true, size])
  }
})

test('every file is named by the page or by another file, and the name of every immutable file has a hash', async () => {
  const assets = await consoleAssets()
  const changing = assets.filter(({ immutable }) => !immutable).map(({ path }) => path)
  expect(changing).toEqual(['index.html', 'assets/icon.svg'])
  const withoutHash = assets.filter(({ path }) => !/-[0-9A-Z]{8}\.(?:js|css)$/.test(path))
  expect(withoutHash.map(({ path }) => path)).toEqual(changing)
  for (const { path } of assets.slice(1)) {
    const name = path.split('/').at(-1) ?? ''
    const others = assets.filter((asset) => asset.path !== path)
    expect([path, others.some(({ text }) => text.includes(name))]).toEqual([path, true])
  }
})

test('no script calls a function that turns text into HTML or code', async () => {
  const assets = await consoleAssets()
  const scripts = assets.filter(({ path }) => path.endsWith('.js'))
  for (const { path, text } of scripts) {
    expect(text, path).not.toMatch(
      /insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|parseFromString|document\.write/,
    )
    expect(text, path).not.toMatch(/\b(?:eval|Function)\(|\bset(?:Timeout|Interval)\(["'`]/)
  }
  expect(scripts.length).toBeGreaterThan(10)
})
