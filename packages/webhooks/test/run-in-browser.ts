import { createContext, runInContext } from 'node:vm'

/** Runs a bundled script with only globals of the web platform, and returns `globalThis.result`. */
export function runInBrowser(script: string, globals: object = {}): unknown {
  const context = createContext({
    TextEncoder,
    TextDecoder,
    atob,
    btoa,
    crypto,
    structuredClone,
    ...globals,
  })
  runInContext(script, context)
  return runInContext('globalThis.result', context)
}
