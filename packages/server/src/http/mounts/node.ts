import '@doorkit/models/require-node'

export type { ServeOptions as MountOptions } from './servable.ts'
export { type HostRequest, type NodeListener, toNode } from './serve-node.ts'
