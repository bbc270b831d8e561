import { expect, test } from 'vitest'
import { brandColors, contrast } from '../src/view/brand-colors.ts'

type Rgb = readonly [number, number, number]

const rgb = (color: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  return [red, green, blue]
}

/** The CSS color that mixes a share of one color into another. */
const mixed = (one: Rgb, share: number, other: Rgb): Rgb => {
  const part = (at: 0 | 1 | 2) => one[at] * share + other[at] * (1 - share)
  return [part(0), part(1), part(2)]
}

test('text in and on the color of a brand is readable on every surface, even under a pointer', () => {
  const steps = ['00', '40', '80', 'b0', 'ff']
  for (const color of steps.flatMap((r) =>
    steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)),
  )) {
    const { brand, hover, onBrand, inkLight, inkDark } = brandColors(color)
    // The parts of a color are rounded, which may lower the contrast by 0.1.
    const pairs: (readonly [string, Rgb, number])[] = [
      [onBrand, rgb(brand), 4.4],
      [onBrand, rgb(hover), 4.4],
    ]
    for (const [ink, window, raised, least] of [
      [inkLight, [255, 255, 255], [243, 244, 246], 4.4],
      [inkDark, [28, 30, 36], [42, 45, 54], 6.9],
    ] as const) {
      pairs.push([ink, window, least], [ink, raised, least])
      for (const share of [0.1, 0.18]) pairs.push([ink, mixed(rgb(ink), share, window), least])
    }
    for (const [text, background, least] of pairs) {
      const what = `${color}: ${text} on ${background}`
      expect(contrast(rgb(text), background), what).toBeGreaterThan(least)
    }
  }
})

test('an invalid color counts as nearly black', () => {
  expect(brandColors('red').brand).toBe('rgb(24,24,27)')
  expect(brandColors('#1f4d3a').brand).toBe('rgb(31,77,58)')
})
