import type * as z from 'zod'
import { type ContractResource, contractResources, pascalCase } from './contract.ts'
import type { Declaration } from './declarations.ts'
import { definitions } from './definitions.ts'
import { answerOf, inputOf, pageQueryName } from './operation-types.ts'
import { nameOf, partsOf, unwrapped } from './schema.ts'

interface DeclarationOfFile {
  readonly declared: Declaration
  /** The file, below `src/contract/resources`. */
  readonly file: string
}

const allTypes = collectTypes()

/** Every named type, once, with its file. */
function collectTypes(): ReadonlyMap<string, DeclarationOfFile> {
  const types = new Map<string, DeclarationOfFile>()
  const files = new Set(contractResources.map(({ file }) => file))

  /** Adds a type, in the file with the same name as in the models, if there is one. */
  function keep({ declared, file }: DeclarationOfFile): boolean {
    const known = types.get(declared.name)
    if (known && known.declared.direction !== declared.direction) {
      throw new Error(`${declared.name} is used in both inputs and answers: give it two names`)
    }
    const home = definitions.get(declared.name)?.file ?? ''
    if (!known) types.set(declared.name, { declared, file: files.has(home) ? home : file })
    return !known
  }

  function keepParts(schema: z.core.$ZodType, direction: Declaration['direction'], file: string) {
    for (const part of partsOf(schema)) {
      const { innermost } = unwrapped(part)
      const name = nameOf(innermost)
      const isNew = !name || keep({ declared: { name, schema: innermost, direction }, file })
      if (isNew) keepParts(innermost, direction, file)
    }
  }

  const whole = contractResources.flatMap(({ file, operations }) =>
    operations
      .flatMap((operation) => [answerOf(operation), inputOf(operation) ?? []])
      .flat()
      .filter(({ name }) => name !== pageQueryName)
      .map((declared) => ({ declared, file })),
  )
  // The answer of an operation belongs to the file of its resource, even if other resources mention it.
  for (const placed of whole) keep(placed)
  for (const { declared, file } of whole) keepParts(declared.schema, declared.direction, file)
  return types
}

const order = [...definitions.keys()]
const placeOf = ({ name }: Declaration) =>
  definitions.has(name) ? order.indexOf(name) : order.length

/** The types that the file of a resource declares, in the order of the models. */
export function typesOf(resource: ContractResource): readonly Declaration[] {
  return [...allTypes.values()]
    .filter(({ file }) => file === resource.file)
    .map(({ declared }) => declared)
    .sort((one, other) => placeOf(one) - placeOf(other))
}

/** Returns a type by its name. */
export function typeNamed(name: string): Declaration {
  const placed = allTypes.get(name)
  if (!placed) throw new Error(`Nothing declares ${name}`)
  return placed.declared
}

/** The file of a type, below `src/contract/resources`. */
export function fileOf(name: string): string {
  const file = name === pageQueryName ? 'page-query' : allTypes.get(name)?.file
  if (file === undefined) throw new Error(`No file declares ${name}`)
  return file
}

/** `Agent` is also the name of the agent's interface in `@doorkit/server`. */
const taken = new Set([...allTypes.keys(), 'Agent'])

/**
 * The name of the interface of a resource's methods: the name of the resource, unless a type has it.
 */
export function methodsName({ name }: ContractResource): string {
  return taken.has(pascalCase(name)) ? `${pascalCase(name)}Methods` : pascalCase(name)
}
