import { PageQuery } from '@doorkit/models'
import * as z from 'zod'
import {
  type ContractOperation,
  type ContractResource,
  contractResources,
  pascalCase,
} from './contract.ts'
import type { Declared } from './declarations.ts'
import { definitions } from './definitions.ts'
import { nameOf, unwrapped } from './schema.ts'

/** The name of the query that every paged list has, or begins with. */
export const pageQueryName = 'PageQuery'

/** The type of an operation's query or body; undefined when it takes neither. */
export function inputOf({ resource, name, operation }: ContractOperation): Declared | undefined {
  const { query, body, reply } = operation
  if (body) {
    // Whether an answer is streamed is said by the method that is called.
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
        ? `What \`${resource}.${name}\` can be narrowed by.`
        : `What can be asked of \`${resource}.${name}\`.`,
    ...(isPaged && { extends: pageQueryName, without: page }),
  }
}

/** The type of what an operation answers with; of one item where that is a list. */
export function answerOf({ operation }: ContractOperation): Declared {
  const { reply } = operation
  const schema = reply.kind === 'list' ? reply.item : reply.schema
  const name = nameOf(schema)
  if (name !== undefined) return { name, schema, direction: 'answered' }
  const { def } = unwrapped(schema).innermost._zod
  const { object } = def.type === 'object' ? def.shape : {}
  if (!(object instanceof z.ZodLiteral)) throw new Error('An answer has neither name nor `object`')
  const thing = String(object.value)
  return {
    name: `${pascalCase(thing)}Deleted`,
    schema,
    direction: 'answered',
    comment: `The answer of deleting a ${thing.replaceAll('_', ' ')}.`,
  }
}

const allTypes: ReadonlyMap<string, Declared & { readonly file: string }> = (() => {
  const found = new Map<string, Declared & { readonly file: string }>()
  const resourceFiles = new Set(contractResources.map(({ file }) => file))

  function add(declared: Declared, file: string) {
    const before = found.get(declared.name)
    if (before && before.direction !== declared.direction) {
      throw new Error(`${declared.name} is both given and answered: it needs two names`)
    }
    if (declared.name === pageQueryName || before) return
    const definedIn = definitions.get(declared.name)?.file ?? ''
    found.set(declared.name, { ...declared, file: resourceFiles.has(definedIn) ? definedIn : file })
    for (const part of partsOf(declared.schema)) addNamed(part, declared.direction, file)
  }

  function addNamed(schema: z.core.$ZodType, direction: Declared['direction'], file: string) {
    const { innermost } = unwrapped(schema)
    const name = nameOf(innermost)
    if (name !== undefined) return add({ name, schema: innermost, direction }, file)
    for (const part of partsOf(innermost)) addNamed(part, direction, file)
  }

  // What an operation answers with belongs to its resource, before those that merely mention it.
  const all = contractResources.flatMap(({ file, operations }) =>
    operations.map((operation) => ({ file, operation })),
  )
  const answers = all.map(({ file, operation }) => ({ file, declared: answerOf(operation) }))
  const home = new Map([...answers].reverse().map(({ file, declared }) => [declared.name, file]))
  for (const { file, declared } of answers) add(declared, home.get(declared.name) ?? file)
  for (const { file, operation } of all) {
    const input = inputOf(operation)
    if (input) add(input, file)
  }
  for (const [name, declared] of found) {
    found.set(name, { ...declared, file: home.get(name) ?? declared.file })
  }
  return found
})()

function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = unwrapped(schema).innermost._zod
  if (def.type === 'object') return Object.values(def.shape)
  if (def.type === 'union') return def.options
  if (def.type === 'array') return [def.element]
  return def.type === 'record' ? [def.valueType] : []
}

const places = [...definitions.keys()]
const placeOf = ({ name }: Declared) =>
  definitions.has(name) ? places.indexOf(name) : places.length

/** The types that the file of a resource declares, in the order of the models. */
export function typesOf({ file }: ContractResource): readonly Declared[] {
  return [...allTypes.values()]
    .filter((declared) => declared.file === file)
    .sort((one, other) => placeOf(one) - placeOf(other))
}

/** The file of a type, below `src/resources`. */
export function fileOf(name: string): string {
  if (name === pageQueryName) return 'page-query'
  return allTypes.get(name)?.file ?? expectType(name)
}

function expectType(name: string): never {
  throw new Error(`No file declares ${name}`)
}

/** The name of the interface of a resource's methods: that of the resource, where it is free. */
export function methodsName({ name }: ContractResource): string {
  return allTypes.has(pascalCase(name)) ? `${pascalCase(name)}Methods` : pascalCase(name)
}
