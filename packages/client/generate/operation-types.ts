import { PageQuery } from '@doorkit/models'
import * as z from 'zod'
import { type ContractOperation, pascalCase } from './contract.ts'
import type { Declaration } from './declarations.ts'
import { nameOf, unwrapped } from './schema.ts'

/** The name of the query of a paged list without filters. Queries with filters extend it. */
export const pageQueryName = 'PageQuery'

/** The type of an operation's query or body; undefined if the operation accepts neither. */
export function inputOf({ resource, name, operation }: ContractOperation): Declaration | undefined {
  const { query, body, reply } = operation
  if (body) {
    // The called method decides whether the answer is streamed.
    const without = reply.kind === 'stream' ? ['stream'] : []
    return { name: nameOf(body) ?? '', schema: body, direction: 'given', without }
  }
  if (!query) return undefined
  const page = Object.keys(PageQuery.shape)
  const isPaged = page.every((member) => member in query.shape)
  if (isPaged && Object.keys(query.shape).length === page.length) {
    return { name: pageQueryName, schema: query, direction: 'given' }
  }
  return {
    name: `${pascalCase(resource)}${pascalCase(name)}Query`,
    schema: query,
    direction: 'given',
    comment:
      reply.kind === 'list'
        ? `The filters of \`${resource}.${name}\`.`
        : `The parameters of \`${resource}.${name}\`.`,
    ...(isPaged && { extends: pageQueryName, without: page }),
  }
}

/** The type of the answer of an operation; for a list, the type of one item. */
export function answerOf({ operation }: ContractOperation): Declaration {
  const { reply } = operation
  const schema = reply.kind === 'list' ? reply.item : reply.schema
  const name = nameOf(schema)
  if (name !== undefined) return { name, schema, direction: 'answered' }
  const { def } = unwrapped(schema).innermost._zod
  const { object } = def.type === 'object' ? def.shape : {}
  if (!(object instanceof z.ZodLiteral))
    throw new Error('An answer has neither a name nor an `object`')
  const thing = String(object.value)
  return {
    name: `${pascalCase(thing)}Deleted`,
    schema,
    direction: 'answered',
    comment: `The answer to the deletion of a ${thing.replaceAll('_', ' ')}.`,
  }
}
