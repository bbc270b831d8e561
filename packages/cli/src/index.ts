export { CliError, type CliErrorCode } from './cli-error.ts'
export { main } from './main.ts'
export { type Address, checkAddress, readAddress } from './serve/listen-address.ts'
export {
  type RunningServer,
  type ServeSettings,
  type ServeStoreOptions,
  serve,
  serveStore,
} from './serve/serve.ts'
export type { Terminal } from './terminal.ts'
