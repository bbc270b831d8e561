import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { consoleAssets } from '../bundle/assets.ts'

const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length

test('the whole console has at most 120 KB, gzipped, and its first screen a third of that', async () => {
  const assets = await consoleAssets()
  const all = assets.map(({ text }) => sizeOf(text)).reduce((sum, size) => sum + size, 0)
  expect(all).toBeGreaterThan(20_000)
  expect(all).toBeLessThan(120_000)
  const isPlot = ({ text }: { text: string }) => text.includes('u-hz') || text.includes('uplot')
  const withoutPlots = assets.filter((asset) => asset.path.endsWith('.js') && !isPlot(asset))
  expect(withoutPlots.length).toBeGreaterThan(10)
  const first = withoutPlots.map(({ text }) => sizeOf(text)).reduce((sum, size) => sum + size, 0)
  expect(first).toBeLessThan(40_000)
})

test('every file is named by the page or by another file, and only the page changes under its name', async () => {
  const assets = await consoleAssets()
  const changing = assets.filter(({ immutable }) => !immutable).map(({ path }) => path)
  expect(changing).toEqual(['index.html', 'assets/icon.svg'])
  for (const { path } of assets.slice(1)) {
    const name = path.split('/').at(-1) ?? ''
    const others = assets.filter((asset) => asset.path !== path)
    expect([path, others.some(({ text }) => text.includes(name))]).toEqual([path, true])
  }
})

test('no screen makes HTML of a text, or code of one', async () => {
  const assets = await consoleAssets()
  const scripts = assets.filter(({ path }) => path.endsWith('.js'))
  for (const { path, text } of scripts) {
    expect(text, path).not.toMatch(/insertAdjacentHTML|document\.write|\beval\(|new Function/)
  }
  expect(scripts.length).toBeGreaterThan(10)
})
