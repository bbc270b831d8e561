import '@doorkit/models/require-node'
import type { ServerResponse } from 'node:http'
import type { HostRequest } from './node-request.ts'
import type { Servable, ServeOptions } from './servable.ts'
import { serveNode } from './serve-node.ts'

export type { HostRequest } from './node-request.ts'
export type { ServeOptions as MountOptions } from './servable.ts'

/** A request listener of `node:http`. */
export type NodeListener = (incoming: HostRequest, outgoing: ServerResponse) => void

/** Serves a server kit with `http.createServer(toNode(doorkit))`. */
export function toNode(doorkit: Servable, options: ServeOptions = {}): NodeListener {
  return (incoming, outgoing) => {
    void serveNode(doorkit, incoming, outgoing, options.mountPath)
  }
}
