import type { Api, Operation } from '@doorkit/models'
import type { ParamIndexMap, ParamStash } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { Failure } from '../../errors/failure.ts'
import type { AnyHandler, AnyHandlers } from '../../handlers/handler-types.ts'
import { createInputReader, type InputReader } from './read-input.ts'

/** An operation, with everything that is needed to serve it. */
export interface Route {
  /** The name of the operation in the contract, such as `contacts.list`. */
  readonly id: string
  readonly operation: Operation
  readonly handler: AnyHandler
  readonly reader: InputReader
}

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

export interface Router {
  /** Returns a Failure `not_found` for an unknown path, or `invalid_request` (405) for a wrong method. */
  match(method: string, path: string): Match | Failure
}

type Methods = Map<string, Route>

/** The result of Hono's router: matches, and the captured segments of the path. */
type RouterResult = [[Methods, ParamIndexMap][], ParamStash]

/** Compiles the contract and its handlers into a {@link Router}. */
export function createRouter(api: Api, handlers: AnyHandlers): Router {
  const router = new RegExpRouter<Methods>()
  const byPath = new Map<string, Methods>()
  for (const [resource, operations] of Object.entries(api)) {
    for (const [name, operation] of Object.entries(operations)) {
      const id = `${resource}.${name}`
      const handler = handlers[resource]?.[name]
      if (!handler) throw new Error(`The operation ${id} has no handler.`)
      let methods = byPath.get(operation.path)
      if (!methods) {
        methods = new Map()
        byPath.set(operation.path, methods)
        router.add('ALL', operation.path.replace(/\{(\w+)\}/g, ':$1'), methods)
      }
      const reader = createInputReader(operation)
      methods.set(operation.method, { id, operation, handler, reader })
    }
  }
  return {
    match(method, path) {
      const [matches, captured] = router.match('ALL', path) as RouterResult
      const found = matches[0]
      if (!found) {
        return new Failure('not_found', 'There is no such path in this API. Check the address.')
      }
      const [methods, indexes] = found
      // A HEAD request is a GET without the body of the answer (RFC 9110, section 9.3.2).
      const route = methods.get(method === 'HEAD' ? 'GET' : method)
      if (!route) return methodNotAllowed(method, methods)
      const params: Record<string, string> = {}
      for (const [name, index] of Object.entries(indexes)) {
        const value = decode(captured[index] as string)
        if (value instanceof Failure) return value
        params[name] = value
      }
      return { route, params }
    },
  }
}

function decode(segment: string): string | Failure {
  try {
    return decodeURIComponent(segment)
  } catch {
    return new Failure('not_found', 'The path is not valid percent-encoding. Check the address.')
  }
}

function methodNotAllowed(method: string, methods: Methods): Failure {
  const allowed = [...methods.keys()].flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
  const detail = `This path does not accept ${method}. See the Allow header.`
  const headers = { Allow: allowed.sort().join(', ') }
  return new Failure('invalid_request', detail, { status: 405, headers })
}

const version = '/v1'

/**
 * The path below the version segment, or null if the request is not for this API. With a mount path, the
 * version segment may be its end (`app.use('/v1', …)`), follow it, or be missing.
 */
export function versionPath(pathname: string, mountPath: string): string | null {
  const mount = mountPath.replace(/\/+$/, '')
  if (!isBelow(pathname, mount)) return null
  const rest = pathname.slice(mount.length)
  if (mount.toLowerCase().endsWith(version)) return rest
  if (isBelow(rest, version)) return rest.slice(version.length)
  return mount === '' ? null : rest
}

/** Whether a target without a mount path is for this API. */
export function isBelowVersion(target: string): boolean {
  return /^\/v1(?:[/?]|$)/.test(target)
}

const isBelow = (pathname: string, prefix: string) =>
  pathname === prefix || pathname.startsWith(`${prefix}/`)
