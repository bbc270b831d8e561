export { CliError, type CliErrorCode } from './cli-error.ts'
export { main } from './main.ts'
export { checkAddress } from './serve/listen.ts'
export { type Address, readAddress } from './serve/read-address.ts'
export {
  type RunningServer,
  type ServeSettings,
  type ServeStoreOptions,
  serve,
  serveStore,
} from './serve/serve.ts'
export type { Terminal } from './terminal.ts'
