import type { Answer } from '../../requests/http-answer.ts'
import type { HttpRequest } from '../pipeline/http-request.ts'

/** How a request reached the server kit. */
export interface ServeOptions {
  /**
   * The prefix under which the host serves the API, such as `/api`. The path of each request must begin
   * with it. By default the API is below `/v1`.
   */
  readonly mountPath?: string | undefined
}

/** The part of a server kit that a mount needs. */
export interface Servable {
  /**
   * Serves one request without `fetch` objects. The mounts call this, and your own mount may too. It
   * never rejects.
   */
  readonly serve: (request: HttpRequest, options?: ServeOptions) => Promise<Answer>
}
