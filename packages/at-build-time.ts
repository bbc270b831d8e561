import type { Plugin } from 'esbuild'

/**
 * Calls an async function of a module during a build, and stores its result in place of the module. So a
 * published package does not need the bundler that such a function calls.
 */
export const atBuildTime = (name: string, file: string): Plugin => ({
  name: 'at-build-time',
  setup(build) {
    build.onLoad({ filter: new RegExp(`/${file}$`) }, async ({ path }) => {
      const made = await (await import(path))[name]()
      return { contents: `export const ${name} = async () => (${JSON.stringify(made)})` }
    })
  },
})
