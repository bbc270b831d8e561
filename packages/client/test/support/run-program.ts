import { execFile } from 'node:child_process'

const entry = new URL('../../src/index.ts', import.meta.url).href

/**
 * Runs a program in its own process, where `doorkit` is a client of the server at `origin`. Returns the
 * text that the program printed, and whether it failed.
 */
export function runProgram(
  origin: string,
  program: string,
): Promise<{ readonly stdout: string; readonly stderr: string; readonly failed: boolean }> {
  const text = `
    import { createClient } from '${entry}'
    const doorkit = createClient({ apiKey: 'dk_test_secret', baseUrl: '${origin}/v1', maxRetries: 0 })
    ${program}
  `
  const options = ['--conditions=@doorkit/source', '--input-type=module', '--eval', text]
  return new Promise((resolve) => {
    execFile(process.execPath, options, (error, stdout, stderr) => {
      resolve({ stdout, stderr, failed: error !== null })
    })
  })
}
