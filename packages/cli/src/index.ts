export { CliError, type CliErrorCode } from './cli-error.ts'
export { main } from './main.ts'
export { type ServeOptions, type Serving, serve } from './serve/serve.ts'
export type { Terminal } from './terminal.ts'
