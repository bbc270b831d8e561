import type * as z from 'zod'
import type { Cost } from '../operation.ts'
import type { Scope } from '../scopes.ts'

/** A JSON Schema (2020-12), as OpenAPI 3.1 embeds it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema

/** A pointer to one of the document's components. */
export interface Reference {
  $ref: string
}

/** One path, query or header input of an operation. */
export interface OpenApiParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
  'x-extension'?: true
}

/** One header of an answer. */
export interface OpenApiHeader {
  description: string
  required?: boolean
  schema: JsonSchema
}

/** An example of a body. */
export interface OpenApiExample {
  summary: string
  value: unknown
}

/** A body in one media type. */
export interface OpenApiMedia {
  schema: JsonSchema
  examples?: Record<string, Reference>
}

/** One answer of an operation. */
export interface OpenApiResponse {
  description: string
  headers?: Record<string, Reference>
  content?: Record<string, OpenApiMedia>
}

/** A body of a request. */
export interface OpenApiBody {
  required: boolean
  content: Record<string, OpenApiMedia>
}

/** One operation of the API. */
export interface OpenApiOperation {
  operationId: string
  summary: string
  tags: string[]
  /** The credential of an operation of the site API. Default: the credential of the document. */
  security?: Record<string, string[]>[]
  'x-scope': Scope | 'none'
  'x-cost': Cost
  'x-extension'?: true
  /** The most bytes of a body; absent if the operation accepts no body. */
  'x-max-body-bytes'?: number
  parameters: (OpenApiParameter | Reference)[]
  requestBody?: OpenApiBody
  responses: Record<string, OpenApiResponse | Reference>
}

/** The request that the server sends for an event of one type. */
export interface OpenApiWebhook {
  operationId: string
  summary: string
  tags: string[]
  security: []
  'x-extension'?: true
  parameters: (OpenApiParameter | Reference)[]
  requestBody: OpenApiBody
  responses: Record<string, OpenApiResponse>
}

/** The operations of one path, by their methods in lower case. */
export type OpenApiPath = Partial<Record<'get' | 'post' | 'patch' | 'delete', OpenApiOperation>>

/** An OpenAPI 3.1 document, with the parts that this package writes. */
export interface OpenApiDocument {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string }[]
  paths: Record<string, OpenApiPath>
  webhooks: Record<string, { post: OpenApiWebhook }>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, OpenApiParameter>
    headers: Record<string, OpenApiHeader>
    examples: Record<string, OpenApiExample>
    responses: Record<string, OpenApiResponse>
    securitySchemes: Record<string, { type: 'http'; scheme: 'bearer'; description: string }>
  }
}
