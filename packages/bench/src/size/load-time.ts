import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Measures how many milliseconds it takes to load a library in a new process. */
export async function measureLoad(
  name: string,
  form: 'import' | 'require',
  directory: string,
): Promise<number> {
  const load = form === 'import' ? `await import('${name}')` : `require('${name}')`
  const program = `const begun = performance.now(); ${load}; console.log(performance.now() - begun)`
  const type = form === 'import' ? 'module' : 'commonjs'
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--input-type=${type}`, '--eval', program],
    { cwd: directory },
  )
  return Number(stdout)
}
