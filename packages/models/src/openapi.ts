import { createComponents } from './openapi/components.ts'
import type { OpenApiDocument } from './openapi/document.ts'
import { requestHeaders, responseHeaders } from './openapi/headers.ts'
import { openApiOperation } from './openapi/operation-object.ts'
import { openApiWebhooks, webhookHeaders } from './openapi/webhooks.ts'
import type { Api } from './operation.ts'
import { siteApi } from './site/index.ts'
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
   * The address of the API: an absolute URL, or a path on the origin of the document. The URL of the
   * workspace API ends in the version segment. Default: `/v1` for the workspace API, `/site` for the
   * site API.
   */
  serverUrl?: string | undefined
}

const strictness = `Requests are strict: an unknown field or parameter is refused. Answers are open: new fields and
values of enumerations can appear without a new version, so ignore those that you do not know.`

const bearer = { type: 'http', scheme: 'bearer' } as const

const workspaceFacts = {
  title: 'Workspace API',
  description: `One workspace of an AI chat agent that talks with the visitors of a website.

${strictness}

\`x-scope\` is the scope that an API key needs. \`x-cost\` is the budget that a request counts against: \`heavy\`
requests have a separate, smaller budget. \`x-extension\` marks the parts of the API that only servers of Doorkit have.`,
  serverUrl: '/v1',
  security: [{ apiKey: [] }],
  securitySchemes: {
    apiKey: {
      ...bearer,
      description:
        'An API key of the workspace: `dk_live_…` (in a test workspace `dk_test_…`), or `dko_…` for a connected app.',
    },
  },
  webhooks: true,
}

const siteFacts = {
  title: 'Site API',
  description: `The API that the pages of a website call: the visits of their visitors, and the chat with the agent.

${strictness}`,
  serverUrl: '/site',
  security: [{ visit_token: [] }],
  securitySchemes: {
    site_key: {
      ...bearer,
      description: 'The site key: `pk_live_…`, or `pk_test_…` in a test workspace.',
    },
    visit_token: {
      ...bearer,
      description:
        'The latest visit token from `visits.begin` or `visits.identify`. It is valid for 30 minutes.',
    },
  },
  webhooks: false,
}

const sortedByName = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)))

/** Writes the OpenAPI 3.1 document of the workspace API from its contract. */
export function toOpenApi(api: Api, options: OpenApiOptions = {}): OpenApiDocument {
  return finish(openApiSteps(api, options))
}

/**
 * Writes the same document as {@link toOpenApi} in steps of a few milliseconds, and returns it after the
 * last one. A server can do other work between two steps.
 */
export function openApiSteps(
  api: Api,
  options: OpenApiOptions = {},
): Generator<void, OpenApiDocument> {
  return writeDocument(api, workspaceFacts, options)
}

/** Writes the OpenAPI 3.1 document of the site API from its contract. */
export function toSiteOpenApi(options: OpenApiOptions = {}): OpenApiDocument {
  return finish(writeDocument(siteApi, siteFacts, options))
}

function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function* writeDocument(
  api: Api,
  facts: typeof workspaceFacts | typeof siteFacts,
  options: OpenApiOptions,
): Generator<void, OpenApiDocument> {
  const components = createComponents()
  const paths: OpenApiDocument['paths'] = {}
  for (const [resource, operations] of Object.entries(api)) {
    for (const [name, operation] of Object.entries(operations)) {
      const method = operation.method.toLowerCase() as Lowercase<typeof operation.method>
      paths[operation.path] = {
        ...paths[operation.path],
        [method]: openApiOperation(resource, name, operation, components),
      }
      yield
    }
  }
  const webhooks = facts.webhooks ? openApiWebhooks(components) : {}
  return {
    openapi: '3.1.1',
    info: {
      title: facts.title,
      version: API_VERSION,
      description: facts.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl ?? facts.serverUrl }],
    security: facts.security,
    tags: [...Object.keys(api), ...(facts.webhooks ? ['webhooks'] : [])].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: sortedByName(components.schemas),
      responses: sortedByName(components.responses),
      examples: sortedByName(components.examples),
      parameters: facts.webhooks
        ? { ...requestHeaders, ...webhookHeaders }
        : { ServiceVersion: requestHeaders.ServiceVersion },
      headers: responseHeaders,
      securitySchemes: facts.securitySchemes,
    },
  }
}
