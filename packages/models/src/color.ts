import * as z from 'zod'

/** A color on the wire: `#rrggbb`. */
export const hexColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Use a color such as `#1a2b3c`.')
  .meta({ description: '`#rrggbb`.' })
