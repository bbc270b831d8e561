import { bodyLimit, type Operation } from '../operation.ts'
import type { Components } from './components.ts'
import type { JsonSchema, OpenApiOperation, OpenApiParameter, Reference } from './document.ts'
import { errorResponses } from './error-responses.ts'
import { successResponse } from './success-response.ts'

function parameter(
  location: 'path' | 'query',
  name: string,
  required: boolean,
  { description, 'x-extension': extension, ...schema }: JsonSchema,
): OpenApiParameter {
  return {
    name,
    in: location,
    ...(required ? { required } : {}),
    ...(description === undefined ? {} : { description }),
    ...(extension === true ? { 'x-extension': extension } : {}),
    schema,
  }
}

function pathParameters(operation: Operation, components: Components): OpenApiParameter[] {
  return Object.entries(operation.params ?? {}).map(([name, schema]) =>
    parameter('path', name, true, components.schema(schema)),
  )
}

function queryParameters(operation: Operation, components: Components): OpenApiParameter[] {
  return Object.entries(operation.query?.shape ?? {}).map(([name, schema]) =>
    parameter('query', name, !schema.safeParse(undefined).success, components.schema(schema)),
  )
}

function headerParameters(operation: Operation): Reference[] {
  const version = { $ref: '#/components/parameters/ServiceVersion' }
  const idempotencyKey = { $ref: '#/components/parameters/IdempotencyKey' }
  const acceptsIdempotencyKey = operation.method !== 'GET' && !operation.credential
  return acceptsIdempotencyKey ? [version, idempotencyKey] : [version]
}

function requestBody(operation: Operation, components: Components) {
  if (!operation.body) return {}
  const required = !operation.body.safeParse({}).success
  const content = { 'application/json': { schema: components.schema(operation.body) } }
  return { 'x-max-body-bytes': bodyLimit(operation), requestBody: { required, content } }
}

export function openApiOperation(
  resource: string,
  name: string,
  operation: Operation,
  components: Components,
): OpenApiOperation {
  return {
    operationId: `${resource}.${name}`,
    summary: operation.summary,
    tags: [resource],
    ...(operation.credential ? { security: [{ [operation.credential]: [] }] } : {}),
    'x-scope': operation.scope,
    'x-cost': operation.cost,
    ...(operation.extension ? { 'x-extension': true } : {}),
    parameters: [
      ...pathParameters(operation, components),
      ...queryParameters(operation, components),
      ...headerParameters(operation),
    ],
    ...requestBody(operation, components),
    responses: {
      ...successResponse(operation, components),
      ...errorResponses(operation, components),
    },
  }
}
