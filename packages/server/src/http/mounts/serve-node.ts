import type { ServerResponse } from 'node:http'
import type { Doorkit } from '../../doorkit.ts'
import { type HostRequest, toRequest } from './request.ts'
import { abortOnClose, sendResponse } from './respond.ts'

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
