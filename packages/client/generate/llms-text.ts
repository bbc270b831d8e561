import { readFileSync } from 'node:fs'
import { errorCodes, errorTable, type Operation } from '@doorkit/models'
import { type ContractResource, contractResources } from './contract.ts'
import { definitions } from './definitions.ts'
import { errorsOfAll, errorsOfScoped, errorsOfWrites, ownErrors } from './general-errors.ts'
import { knownValuesList } from './known-values-text.ts'
import { membersOf } from './members.ts'
import { methodsOf, type SurfaceMethod } from './methods.ts'
import { typesOf } from './resource-types.ts'
import { unwrapped } from './schema.ts'
import { typeText } from './type-text.ts'

const code = (word: string) => `\`${word}\``
const codes = (words: readonly string[]) => words.map(code).join(', ')

/** Writes the page that describes the whole client to language models in few words. */
export function llmsText(): string {
  return `${[
    introduction,
    operationsText(),
    knownValuesText(),
    optionsText(),
    errorsText(),
    `## More

- [README](README.md): chat streams, mirrors, telemetry, validation, tests, with code
- \`dist/*.d.cts\`: every type, with the limits of each field and an example of each method`,
  ].join('\n\n')}\n`
}

const introduction = `# @doorkit/client

> Typed client of the workspace API: every operation as a method, with retries, time limits, idempotency keys and automatic pagination. No dependencies. Node 22.19 or later, Bun, Deno and workers.

- \`import { createClient } from '@doorkit/client'\`, then \`const doorkit = createClient({ apiKey, baseUrl })\`. If you leave them out, DOORKIT_API_KEY and DOORKIT_BASE_URL set them. \`DOORKIT_LOG=debug\` logs to the console.
- Ids come first, then one input, then options. Fields are \`snake_case\`, as on the wire.
- A call is sent in the next microtask, whether or not it is awaited; a list sends its first request when it is read. \`await call\` returns the object or throws a \`DoorkitError\`; \`await call.withMeta()\` returns \`{ data, meta }\`; \`await call.safe()\` returns \`{ ok, data, error, meta }\` and does not throw failures of the API or the network. As with any promise, a failure that nothing handles is an unhandled rejection.
- \`doorkit.withOptions({ apiKey, timeout, … })\` makes a client with some options changed, over the same connections.
- A list: \`for await (const item of doorkit.contacts.list())\`, \`.items()\` with a \`resumeToken\`, \`.pages()\`, \`.toArray({ limit })\`, \`.first()\`; \`await\` returns the first page.
- A streamed answer: \`for await (const delta of (await doorkit.chatSessions.stream(id, { text })).textDeltas())\`. An answer that breaks off throws a \`ChatStreamError\` (\`truncated\`, \`stalled\`, \`aborted\`, …), whose \`outcome\` has everything received.
- The client sends each write with an \`Idempotency-Key\`, the same in all attempts. Do not write retries around calls.
- \`isProblem(error, 'not_found')\` tells whether the server refused the request with this code.
- Enumerations in answers are open: \`if (isKnown('ContactSource', contact.source))\` narrows a value to the known values below; have a branch for others.
- Subpaths: \`/testing\` (the whole API in memory, for tests), \`/sync\` (mirrors), \`/validate\`, \`/otel\`, \`/undici\`.`

function operationsText(): string {
  const resources = contractResources.map((resource) => {
    const about = definitions.get(resource.name)?.comment ?? ''
    const methods = resource.operations.flatMap((one) => methodsOf(one, () => {}))
    // If a method has two signatures, the page shows the general one.
    const lines = [...new Map(methods.map((method) => [method.id, methodLine(method)])).values()]
    return `### ${resource.name}\n\n${about}\n\n${[...lines, ...inputLines(resource)].join('\n')}`
  })
  return `## Operations\n\n${resources.join('\n\n')}`
}

function methodLine({ id, operation, summary, signature }: SurfaceMethod): string {
  const call = `${id.slice(0, id.indexOf('.'))}.${signature}`
  const facts = [...factsOf(operation), ...ownErrors(operation).map(code)]
  return `- \`\`${call}\`\` ${summary}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
}

/** The inputs of a resource, each on one line with its members. */
function inputLines(resource: ContractResource): readonly string[] {
  return typesOf(resource)
    .filter(({ direction }) => direction === 'given')
    .flatMap(({ name, schema, without = [], extends: base }) => {
      const { def } = unwrapped(schema).innermost._zod
      if (def.type !== 'object') return []
      const members = Object.entries(def.shape)
        .filter(([member]) => !without.includes(member))
        .map(([member, part]) => {
          const text = typeText(part, { direction: 'given', use: () => {} })
          return `${member}${unwrapped(part).optional ? '?' : ''}: ${inOneLine(text)}`
        })
      const all = [...(base ? [`...${base}`] : []), ...members]
      return [`- Input \`\`${name}\`\`: \`\`{ ${all.join('; ')} }\`\``]
    })
}

/**
 * A type on one line, without comments and ` | undefined`, and with semicolons between its members. The
 * bar with which `brokenLines` begins a long union in an array is left out.
 */
function inOneLine(type: string): string {
  return type
    .replaceAll(/\/\*\*[\s\S]*?\*\/\s*/g, '')
    .replaceAll(/(?<!\{)\n\s*(?=\w+\??:)/g, '; ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\( \| ([^()]*) \)/g, '($1)')
    .replaceAll(' | undefined', '')
}

function factsOf({ scope, cost }: Operation): readonly string[] {
  return [...(scope === 'none' ? [] : [code(scope)]), ...(cost === 'heavy' ? ['heavy'] : [])]
}

function knownValuesText(): string {
  const about =
    "`isKnown('ContactSource', value)` narrows a value to `KnownValue<'ContactSource'>`; `knownValues` is the table of all. Other values may arrive."
  return `## Known values\n\n${about}\n\n${knownValuesList()}`
}

function optionsText(): string {
  const list = (title: string, file: string, name: string) => {
    const members = membersOf(file, name).map(
      (member) => `- ${code(member.name)}: ${member.comment}`,
    )
    return `### ${title}\n\n${members.join('\n')}`
  }
  return [
    '## Options',
    list('Of a client', 'client-options', 'ClientOptions'),
    list('Of every call', 'call/call-options', 'CallOptions'),
    list('Of writes, in addition', 'call/call-options', 'WriteOptions'),
    list('Of lists, in addition', 'call/call-options', 'ListOptions'),
    list('Of streams, in addition to the options of writes', 'call/call-options', 'StreamOptions'),
  ].join('\n\n')
}

function errorsText(): string {
  const refusals = errorCodes.map((name) => {
    const { statuses, when } = errorTable[name]
    return `- ${code(name)} (${statuses.join(', ')}): ${when}`
  })
  return [
    '## Errors',
    `Every call may be refused with ${codes(errorsOfAll)}; a call that needs a scope also with ${codes(errorsOfScoped)}; a write also with ${codes(errorsOfWrites)}. The section Operations names the further codes of each operation.`,
    `Refusals of the server (\`ApiError\`, its \`code\`):\n\n${refusals.join('\n')}`,
    `The client itself reports these codes (\`code\`):\n\n${clientErrors().join('\n')}`,
  ].join('\n\n')
}

/** The table of error codes in the README, as a list. */
function clientErrors(): readonly string[] {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = readme.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| (.*?) +\|$/gm)
  return [...rows].map(
    ([, name = '', type = '', meaning]) => `- ${code(name)} (${code(type)}): ${meaning}`,
  )
}
