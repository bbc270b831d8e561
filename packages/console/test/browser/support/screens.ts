/** A screen, as far as tests need to know it. */
interface Screen {
  readonly name: string
  readonly hasRows?: boolean
}

// The sources of the console need the types of browsers, and tests have those of Node. So the compiler
// must not follow this import.
const file = new URL('../../../src/screens.ts', import.meta.url).href

/** Every screen of the console, from its sources. */
export const { screens } = (await import(file)) as { readonly screens: readonly Screen[] }
