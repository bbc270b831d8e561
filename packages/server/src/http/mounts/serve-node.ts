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
    // After `server.close()`, Node keeps a connection open as long as requests keep coming. So the last
    // waiting request ends the connection.
    if (isClosing(incoming) && !hasWaiting(incoming.socket)) outgoing.shouldKeepAlive = false
    await sendAnswer(answer, outgoing)
  } catch {
    // Only a connection that no longer speaks HTTP gets here, so no answer is possible.
    outgoing.destroy()
  }
}

/**
 * Node sets an undocumented `server` property on its sockets. Requests that no server accepted may have
 * no socket.
 */
function isClosing({ socket }: HostRequest): boolean {
  return (socket as { readonly server?: Server } | undefined)?.server?.listening === false
}
