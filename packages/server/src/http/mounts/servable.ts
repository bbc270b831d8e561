import type { Answer } from '../../kit/answer.ts'
import type { HttpRequest } from '../pipeline/http-request.ts'

/** How a request reached the server kit. */
export interface ServeOptions {
  /**
   * The path above the API, such as `/api`: the prefix that the host stripped or matched. Default:
   * none, the API is below `/v1`.
   */
  readonly mountPath?: string | undefined
}

/** The part of a server kit that a mount needs. */
export interface Servable {
  /**
   * Serves one request without the objects of `fetch`: what the mounts call, and what a mount of
   * your own may. Never rejects.
   */
  readonly serve: (request: HttpRequest, options?: ServeOptions) => Promise<Answer>
}
