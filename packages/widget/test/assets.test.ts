import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Asset, widgetAssets } from '../bundle/assets.ts'
import { textsByLanguage } from '../src/texts/translations.ts'

const gzipped = ({ text }: Asset) => gzipSync(text, { level: 9 }).length

async function readAssets() {
  const [loader, widget] = await widgetAssets()
  if (!loader || !widget) throw new Error('The widget has two files.')
  return { loader, widget }
}

test('compressed, the loader has at most 2,000 bytes, and the widget 20,000', async () => {
  const { loader, widget } = await readAssets()
  expect(gzipped(loader)).toBeLessThanOrEqual(2_000)
  expect(gzipped(widget)).toBeLessThanOrEqual(20_000)
  // A limit far above the size would notice no growth.
  expect(gzipped(widget)).toBeGreaterThan(15_000)
})

test('the loader names the widget with the digest of its text', async () => {
  const { loader, widget } = await readAssets()
  const digest = createHash('sha384').update(widget.text)
  expect(loader.text).toContain(`sha384-${digest.copy().digest('base64')}`)
  expect(loader.text).toContain(widget.path)
  expect(widget.path).toContain(digest.digest('hex').slice(0, 16))
  expect([loader.immutable, widget.immutable]).toEqual([false, true])
})

test('the loader and the widget assign no HTML, evaluate no text, and import no module of Node', async () => {
  const { loader, widget } = await readAssets()
  const forbidden = [
    'innerHTML',
    'outerHTML',
    'insertAdjacentHTML',
    'eval(',
    'new Function',
    'node:',
  ]
  for (const { text } of [loader, widget]) {
    expect(forbidden.filter((word) => text.includes(word))).toEqual([])
  }
})

test('every language has every text', () => {
  const { en, ...others } = textsByLanguage
  expect(Object.keys(others)).toEqual(['de', 'fr', 'es', 'nl'])
  const placeholders = (text: string) => text.match(/\{\w+\}/g) ?? []
  for (const texts of Object.values(others)) {
    for (const [name, text] of Object.entries(en ?? {})) {
      const own = Object.entries(texts).find(([other]) => other === name)?.[1] ?? ''
      expect(own, name).not.toBe('')
      expect(placeholders(own), name).toEqual(placeholders(text))
    }
  }
})
