import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { Script } from 'node:vm'

/** Loads a CommonJS file and the files that it requires as some test runners do: without `import()`. */
export function loadInContext(file: string, loaded = new Map<string, { exports: unknown }>()) {
  const known = loaded.get(file)
  if (known) return known.exports
  const module = { exports: {} as unknown }
  loaded.set(file, module)
  const require = (name: string) =>
    name.startsWith('.')
      ? loadInContext(resolve(dirname(file), name), loaded)
      : createRequire(file)(name)
  const source = `(function (module, exports, require) {${readFileSync(file, 'utf8')}\n})`
  const run = new Script(source, { filename: file }).runInThisContext()
  run(module, module.exports, require)
  return module.exports
}
