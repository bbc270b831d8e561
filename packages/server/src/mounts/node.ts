import type { ServerResponse } from 'node:http'
import type { Doorkit } from '../doorkit.ts'
import { type HostRequest, toRequest } from './request.ts'

export type { HostRequest } from './request.ts'

import { abortOnClose, sendResponse } from './respond.ts'

/** How a mount finds the API in the path. */
export interface MountOptions {
  /** The part of the path above the API, such as `/api`. Default: none, the API is below `/v1`. */
  readonly mountPath?: string | undefined
}

/** A request listener of `node:http`. */
export type NodeListener = (incoming: HostRequest, outgoing: ServerResponse) => void

/** Serves a server kit with `http.createServer(toNode(doorkit))`. */
export function toNode(doorkit: Pick<Doorkit, 'fetch'>, options: MountOptions = {}): NodeListener {
  return (incoming, outgoing) => {
    void serveNode(doorkit, incoming, outgoing, options.mountPath)
  }
}

/** Serves one Node request; never rejects. */
export async function serveNode(
  doorkit: Pick<Doorkit, 'fetch'>,
  incoming: HostRequest,
  outgoing: ServerResponse,
  mountPath: string | undefined,
): Promise<void> {
  try {
    const request = toRequest(incoming, abortOnClose(outgoing))
    await sendResponse(await doorkit.fetch(request, { mountPath }), outgoing)
  } catch {
    // Only a request that is not HTTP any more gets here: there is nobody to explain it to.
    outgoing.destroy()
  }
}
