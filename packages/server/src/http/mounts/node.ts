import '@doorkit/models/require-node'
import type { ServerResponse } from 'node:http'
import type { HostRequest } from './request.ts'
import type { Servable } from './servable.ts'
import { serveNode } from './serve-node.ts'

export type { HostRequest } from './request.ts'

/** How a mount finds the API in the path. */
export interface MountOptions {
  /** The part of the path above the API, such as `/api`. Default: none, the API is below `/v1`. */
  readonly mountPath?: string | undefined
}

/** A request listener of `node:http`. */
export type NodeListener = (incoming: HostRequest, outgoing: ServerResponse) => void

/** Serves a server kit with `http.createServer(toNode(doorkit))`. */
export function toNode(doorkit: Servable, options: MountOptions = {}): NodeListener {
  return (incoming, outgoing) => {
    void serveNode(doorkit, incoming, outgoing, options.mountPath)
  }
}
