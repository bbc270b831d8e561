import { createComponents } from './openapi/components.ts'
import type { OpenApiDocument } from './openapi/document.ts'
import { requestHeaders, responseHeaders } from './openapi/headers.ts'
import { openApiOperation } from './openapi/operation.ts'
import { openApiWebhooks, webhookHeaders } from './openapi/webhooks.ts'
import type { Api } from './operation.ts'
import { API_VERSION } from './version.ts'

export type {
  JsonSchema,
  OpenApiBody,
  OpenApiDocument,
  OpenApiExample,
  OpenApiHeader,
  OpenApiMedia,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPath,
  OpenApiResponse,
  OpenApiWebhook,
  Reference,
} from './openapi/document.ts'

/** Options of {@link toOpenApi}. */
export interface OpenApiOptions {
  /**
   * The address of the API: an absolute address, or a path on the host that serves the document.
   * It ends in the version segment. Default `/v1`.
   */
  serverUrl?: string | undefined
}

const description = `One workspace of an AI chat agent that talks with the visitors of a website.

Requests are strict: an unknown field or parameter is refused. Answers are open: fields and values
of enumerations are added without a new version, so ignore what you do not know.

\`x-scope\` is the scope a key needs, \`x-cost\` the budget a request is counted against (\`heavy\` has
a smaller one of its own), and \`x-extension\` marks what this kit adds to the workspace API.`

const byName = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)))

/** Writes the OpenAPI 3.1 document of an API from its contract alone. */
export function toOpenApi(api: Api, options: OpenApiOptions = {}): OpenApiDocument {
  const components = createComponents()
  const paths: OpenApiDocument['paths'] = {}
  for (const [resource, operations] of Object.entries(api)) {
    for (const [name, operation] of Object.entries(operations)) {
      const method = operation.method.toLowerCase() as Lowercase<typeof operation.method>
      paths[operation.path] = {
        ...paths[operation.path],
        [method]: openApiOperation(resource, name, operation, components),
      }
    }
  }
  const webhooks = openApiWebhooks(components)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Workspace API',
      version: API_VERSION,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl ?? '/v1' }],
    security: [{ apiKey: [] }],
    tags: [...Object.keys(api), 'webhooks'].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: byName(components.schemas),
      responses: byName(components.responses),
      examples: byName(components.examples),
      parameters: { ...requestHeaders, ...webhookHeaders },
      headers: responseHeaders,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the workspace: `dk_live_…`, or `dk_test_…` in the sandbox.',
        },
      },
    },
  }
}
