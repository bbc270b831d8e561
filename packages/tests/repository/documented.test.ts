import { expect, test } from 'vitest'
import { readPublicNames } from './documented.ts'
import { published } from './manifests.ts'

// These exports are only for other packages of the repository. Users get no promise about them.
const internal = 'packages/server/src/internal.ts'

const entries = published
  .flatMap(({ folder, manifest }) =>
    Object.values(manifest.exports ?? {}).flatMap((target) =>
      typeof target === 'string'
        ? []
        : [`${folder}/${target['@doorkit/source'].slice('./'.length)}`],
    ),
  )
  .filter((entry) => entry !== internal)

/** Files whose members have names from another API, which explains them. */
const namedElsewhere: Readonly<Record<string, string>> = {
  'packages/chat-stream/src/chat-chunk.ts': 'the UI message stream of the AI SDK',
  'packages/chat-stream/src/chat-message.ts': 'the UI messages of the AI SDK',
  'packages/chat-stream/src/chat-transport.ts': 'the ChatTransport of the AI SDK',
  'packages/models/src/openapi/document.ts': 'OpenAPI 3.1',
}

// These files are generated from the contract, in which every field that needs a description has one.
const generated = [
  'packages/client/src/contract/resources/',
  'packages/webhooks/src/contract.ts',
  'packages/widget/src/contract.ts',
]

/** Single members without a comment, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'CallMeta.headers': 'the headers of HTTP',
  'CallMeta.rateLimit': 'documented at its type',
  'CallMeta.status': 'the status of HTTP',
  'ChatParser.state': 'documented at its type',
  'ListIterator.next': 'a member of the protocol, documented at the interface',
  'ListIterator.return': 'a member of the protocol',
}

test('every exported name and every member has a doc comment', () => {
  expect(entries.length).toBeGreaterThanOrEqual(29)
  const names = readPublicNames(entries)
  expect(names.length).toBeGreaterThan(1_300)
  const undocumented = names.filter(({ hasComment }) => !hasComment)
  const isExempt = (name: string, file: string) =>
    name.includes('.') &&
    (file in namedElsewhere ||
      generated.some((folder) => file.startsWith(folder)) ||
      name in exempt)

  const missing = undocumented.filter(({ name, file }) => !isExempt(name, file))
  expect(missing.map(({ name, file }) => `${file}: ${name}`)).toEqual([])
  // An exemption that nothing needs must be removed.
  const undocumentedFiles = new Set(undocumented.map(({ file }) => file))
  expect(Object.keys(namedElsewhere).filter((file) => !undocumentedFiles.has(file))).toEqual([])
  const undocumentedNames = new Set(undocumented.map(({ name }) => name))
  expect(Object.keys(exempt).filter((name) => !undocumentedNames.has(name))).toEqual([])
})
