/** A color as its red, green and blue, from 0 to 255. */
type Rgb = readonly [number, number, number]

/** The contrast of text with its background that WCAG 2.2 AA requires. */
const leastContrast = 4.5

/** With less contrast, colored text on a dark surface looks disabled. */
const leastContrastInDark = 7

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/** The backgrounds of the window and of the agent's messages, as in the style sheet. */
const light: Surfaces = [white, [243, 244, 246]]
const dark: Surfaces = [
  [28, 30, 36],
  [42, 45, 54],
]

type Surfaces = readonly [window: Rgb, raised: Rgb]

/** The largest share of a text's own color in its background. */
const mostTint = 0.18

/** The uses of the workspace's color, each with enough contrast. An invalid color counts as nearly black. */
export function brandColors(color: string) {
  const brand = parse(color) ?? [24, 24, 27]
  const isDark = contrast(brand, white) >= leastContrast
  return {
    /** The background of text and icons. */
    brand: format(brand),
    /** The same background under a pointer. */
    hover: format(mix(brand, isDark ? black : white, 0.12)),
    /** Text and icons on both backgrounds. */
    onBrand: format(isDark ? white : black),
    /** Text and lines on a light surface. */
    inkLight: format(readable(brand, light, black, leastContrast)),
    /** Text and lines on a dark surface. */
    inkDark: format(readable(brand, dark, white, leastContrastInDark)),
  }
}

/** The color itself, or a color nearer to `toward` that is readable on all surfaces. */
function readable(color: Rgb, [window, raised]: Surfaces, toward: Rgb, least: number): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, toward, share)
    const backgrounds = [mix(window, mixed, mostTint), raised]
    if (backgrounds.every((one) => contrast(mixed, one) >= least)) return mixed
  }
  return toward
}

function mix(color: Rgb, other: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(color[at] + (other[at] - color[at]) * share)
  return [part(0), part(1), part(2)]
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function parse(color: string): Rgb | null {
  const [, digits] = /^\s*#([0-9a-f]{6})\s*$/i.exec(color) ?? []
  if (digits === undefined) return null
  const all = Number.parseInt(digits, 16)
  return [all >> 16, (all >> 8) & 255, all & 255]
}

const format = (color: Rgb) => `rgb(${color.join()})`
