import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, transform } from 'esbuild'

const namespace = 'css-as-text'

/**
 * Turns an imported style sheet into minified text. Its path gets another ending, because tsup would
 * load a path that ends in `.css` itself, and write the styles into a file of their own.
 */
export const cssAsText: Plugin = {
  name: namespace,
  setup(build) {
    build.onResolve({ filter: /\.css$/ }, ({ path, resolveDir }) => ({
      path: `${path}.text`,
      namespace,
      pluginData: join(resolveDir, path),
    }))
    build.onLoad({ filter: /\.css\.text$/, namespace }, async ({ pluginData: file }) => {
      const options = { loader: 'css', minify: true, target: 'chrome123', charset: 'utf8' } as const
      const { code } = await transform(await readFile(file, 'utf8'), options)
      // The minifier leaves the spaces in the values of custom properties.
      return { contents: code.trim().replace(/(--\w+:|,) /g, '$1'), loader: 'text' }
    })
  },
}
