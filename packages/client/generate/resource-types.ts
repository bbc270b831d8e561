import type * as z from 'zod'
import { type ContractResource, contractResources, pascalCase } from './contract.ts'
import type { Declaration } from './declarations.ts'
import { definitions } from './definitions.ts'
import { answerOf, inputOf, pageQueryName } from './operation-types.ts'
import { nameOf, partsOf, unwrapped } from './schema.ts'
import type { Direction } from './type-text.ts'

interface DeclaredType {
  readonly declaration: Declaration
  /** The file of the resource that the type belongs to. */
  readonly resource: string
  /** The file that declares the type, below `src/contract/resources`. */
  readonly file: string
}

const resourceFiles = new Set(contractResources.map(({ file }) => file))
const allTypes = collectTypes()

/** Every named type, once. */
function collectTypes(): ReadonlyMap<string, DeclaredType> {
  const types = new Map<string, DeclaredType>()

  /** Adds a type. It has the same file as in the models, or else the file of the resource. */
  function add(declaration: Declaration, resource: string): boolean {
    const { name, direction } = declaration
    const knownType = types.get(name)
    if (knownType && knownType.declaration.direction !== direction) {
      throw new Error(`${name} is used in both inputs and answers: give it two names`)
    }
    const file = definitions.get(name)?.file ?? resource
    const owner = resourceFiles.has(file) ? file : resource
    if (!knownType) types.set(name, { declaration, resource: owner, file })
    return !knownType
  }

  function addParts(schema: z.core.$ZodType, direction: Direction, resource: string) {
    for (const part of partsOf(schema)) {
      const { innermost } = unwrapped(part)
      const name = nameOf(innermost)
      const isNew = !name || add({ name, schema: innermost, direction }, resource)
      if (isNew) addParts(innermost, direction, resource)
    }
  }

  const declarations = contractResources.flatMap(({ file, operations }) =>
    operations
      .flatMap((operation) => [answerOf(operation), inputOf(operation) ?? []])
      .flat()
      .filter(({ name }) => name !== pageQueryName)
      .map((declaration) => ({ declaration, file })),
  )
  // The answer of an operation belongs to its own resource, even if other resources mention it.
  for (const { declaration, file } of declarations) add(declaration, file)
  for (const { declaration, file } of declarations) {
    addParts(declaration.schema, declaration.direction, file)
  }
  return types
}

/** The files of types that belong to no single resource, because several resources may use them. */
export const sharedFiles: readonly string[] = [
  ...new Set([...allTypes.values()].map(({ file }) => file)),
].filter((file) => !resourceFiles.has(file))

const order = [...definitions.keys()]
const positionOf = ({ name }: Declaration) =>
  definitions.has(name) ? order.indexOf(name) : order.length

/** The types that belong to a resource, in the order of the models. */
export function typesOf({ file }: ContractResource): readonly Declaration[] {
  return typesWhere(({ resource }) => resource === file)
}

/** The types that a file declares, in the order of the models. */
export function typesIn(name: string): readonly Declaration[] {
  return typesWhere(({ file }) => file === name)
}

function typesWhere(isIncluded: (type: DeclaredType) => boolean): readonly Declaration[] {
  return [...allTypes.values()]
    .filter(isIncluded)
    .map(({ declaration }) => declaration)
    .sort((one, other) => positionOf(one) - positionOf(other))
}

/** Returns a type by its name. */
export function typeNamed(name: string): Declaration {
  const type = allTypes.get(name)
  if (!type) throw new Error(`Nothing declares ${name}`)
  return type.declaration
}

/** The file of a type, below `src/contract/resources`. */
export function fileOf(name: string): string {
  const file = name === pageQueryName ? 'page-query' : allTypes.get(name)?.file
  if (file === undefined) throw new Error(`No file declares ${name}`)
  return file
}

/** The names that are taken. `Agent` is the name of the agent's interface in `@doorkit/server`. */
const takenNames = new Set([...allTypes.keys(), 'Agent'])

/**
 * The name of the interface of a resource's methods: the name of the resource, unless a type has it.
 */
export function methodsName({ name }: ContractResource): string {
  return takenNames.has(pascalCase(name)) ? `${pascalCase(name)}Methods` : pascalCase(name)
}
