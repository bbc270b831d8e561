/** A color as its red, green and blue, from 0 to 255. */
type Rgb = readonly [number, number, number]

/** The contrast of text with its background that WCAG 2.2 AA requires. */
const leastContrast = 4.5

const surfaces = { light: [255, 255, 255], dark: [28, 30, 36] } as const satisfies Record<
  string,
  Rgb
>

/** The uses of the workspace's color, each with enough contrast. */
export interface BrandColors {
  /** The background of text and icons. */
  readonly brand: string
  /** Text and icons on it. */
  readonly onBrand: string
  /** Text and lines on a light surface, and on a dark one. */
  readonly inkLight: string
  readonly inkDark: string
}

/** Finds the colors of a brand. An invalid color counts as black. */
export function brandColors(color: string): BrandColors {
  const brand = parse(color) ?? [24, 24, 27]
  const white: Rgb = [255, 255, 255]
  return {
    brand: format(brand),
    onBrand: contrast(brand, white) >= leastContrast ? '#ffffff' : '#000000',
    inkLight: format(readable(brand, surfaces.light, [0, 0, 0])),
    inkDark: format(readable(brand, surfaces.dark, white)),
  }
}

/** The color itself, or a color nearer to `toward` that is readable on a surface. */
function readable(color: Rgb, surface: Rgb, toward: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = color.map((part, at) => part + ((toward[at] ?? 0) - part) * share)
    const rounded = [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0].map(Math.round)
    const candidate: Rgb = [rounded[0] ?? 0, rounded[1] ?? 0, rounded[2] ?? 0]
    if (contrast(candidate, surface) >= leastContrast) return candidate
  }
  return toward
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

const format = (color: Rgb) =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
