import '@doorkit/models/require-node'

export {
  type UndiciTransport,
  type UndiciTransportOptions,
  undiciTransport,
} from './undici-transport.ts'
