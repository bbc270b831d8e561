import type { Role } from '@doorkit/models'
import type { ConsoleAccess, ConsoleOptions } from '../../src/index.ts'
import { createKit, type KitOptions } from '../support/kit.ts'

/** The origin and the URL of the console in tests. */
export const origin = 'https://team.example'
export const baseUrl = `${origin}/console`

/** A person of the team. */
export const grace = { id: 'u1', name: 'Grace Hopper' }

/** The headers that a page of the console sends. */
export const pageHeaders = {
  Host: 'team.example',
  Origin: origin,
  'Sec-Fetch-Site': 'same-origin',
  'Doorkit-Console': '1',
}

/** Creates a server kit whose console signs people in only by links, unless the options say otherwise. */
export async function createConsoleKit({
  console: consoleOptions,
  ...options
}: KitOptions & { readonly console?: Partial<ConsoleOptions> } = {}) {
  const kit = await createKit(options)
  const console = kit.doorkit.console({ authorize: () => null, ...consoleOptions })

  /** Sends a request as a page of the console, or with other headers. */
  async function request(
    method: string,
    path: string,
    { headers = pageHeaders, cookie, body }: RequestParts = {},
  ) {
    const response = await console.fetch(`${baseUrl}${path}`, {
      mountPath: '/console',
      method,
      headers: {
        ...headers,
        ...(cookie && { Cookie: cookie }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const isStream = /event-stream/.test(response.headers.get('content-type') ?? '')
    if (isStream) await response.body?.cancel()
    const text = isStream ? '' : await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    }
  }

  const open = (link: string, parts?: RequestParts) =>
    request('POST', '/sign-in', { body: { link: link.split('#')[1] }, ...parts })

  return {
    ...kit,
    console,
    request,
    open,
    /** Signs somebody in by a link, and returns the cookie. */
    async signIn(role: Role, access: Partial<ConsoleAccess> = {}): Promise<string> {
      const input = { workspace: kit.workspace.id, person: grace, role, baseUrl, ...access }
      const { url } = await console.createLink(input)
      const { headers } = await open(url)
      return headers.get('set-cookie')?.split(';')[0] ?? ''
    },
  }
}

interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookie?: string
  readonly body?: unknown
}
