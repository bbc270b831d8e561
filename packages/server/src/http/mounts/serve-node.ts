import type { ServerResponse } from 'node:http'
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
    await sendAnswer(await doorkit.serve(request, { mountPath }), outgoing)
  } catch {
    // Only a request that is not HTTP any more gets here: an answer could not explain it.
    outgoing.destroy()
  }
}
