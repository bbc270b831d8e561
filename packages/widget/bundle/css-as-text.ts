import { readFile } from 'node:fs/promises'
import { type Plugin, transform } from 'esbuild'

/** Turns an imported style sheet into minified text. */
export const cssAsText: Plugin = {
  name: 'css-as-text',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const options = { loader: 'css', minify: true, target: 'chrome123', charset: 'utf8' } as const
      const { code } = await transform(await readFile(path, 'utf8'), options)
      // The minifier leaves the spaces in the values of custom properties.
      return { contents: code.trim().replace(/(--\w+:|,) /g, '$1'), loader: 'text' }
    })
  },
}
