import type { Server, ServerResponse } from 'node:http'
import { hasWaiting } from '../pipeline/serve-in-order.ts'
import { fromNode, type HostRequest } from './request.ts'
import { sendAnswer } from './respond.ts'
import type { Servable } from './servable.ts'

/** Serves one Node request; never rejects. */
export async function serveNode(
  doorkit: Servable,
  incoming: HostRequest,
  outgoing: ServerResponse,
  mountPath: string | undefined,
): Promise<void> {
  try {
    const request = fromNode(incoming, outgoing)
    const answer = await doorkit.serve(request, { mountPath })
    // Node lets a connection that is never idle go on after `server.close()`, without end. Requests
    // behind this one would be served, and their answers lost: the last of them ends the connection.
    if (isClosing(incoming) && !hasWaiting(incoming.socket)) outgoing.shouldKeepAlive = false
    await sendAnswer(answer, outgoing)
  } catch {
    // Only a request that is not HTTP any more gets here: an answer could not explain it.
    outgoing.destroy()
  }
}

/**
 * Node leaves the server on each of its sockets, though its documentation does not say so. A request
 * that no server took in may have no socket.
 */
function isClosing({ socket }: HostRequest): boolean {
  return (socket as { readonly server?: Server } | undefined)?.server?.listening === false
}
