import { expect, test } from 'vitest'
import { readPublicNames } from './documented.ts'
import { published } from './manifests.ts'

// Shared among the packages of the repository alone, and in no promise to users.
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

/** Files whose members carry names of somebody else, which says what they are, and whose. */
const namedElsewhere: Readonly<Record<string, string>> = {
  'packages/chat-stream/src/chat-chunk.ts': 'the UI message stream of the AI SDK',
  'packages/chat-stream/src/chat-message.ts': 'the UI messages of the AI SDK',
  'packages/chat-stream/src/chat-transport.ts': 'the ChatTransport of the AI SDK',
  'packages/models/src/openapi/document.ts': 'OpenAPI 3.1',
}

// Written by a test from the contract, where the fields that need a description have one.
const written = ['packages/client/src/contract/resources/', 'packages/webhooks/src/contract.ts']

/** Single members that are left out, with the reason. */
const passedOver: Readonly<Record<string, string>> = {
  'CallMeta.headers': 'the headers of HTTP',
  'CallMeta.rateLimit': 'said at its type',
  'CallMeta.status': 'the status of HTTP',
  'ChatParser.state': 'said at its type',
  'ListIterator.next': 'a member of the protocol, said at the interface',
  'ListIterator.return': 'a member of the protocol',
}

test('every name that a package hands out has a doc comment, and so has every member', () => {
  expect(entries.length).toBeGreaterThanOrEqual(29)
  const names = readPublicNames(entries)
  expect(names.length).toBeGreaterThan(1_300)
  const bare = names.filter(({ hasComment }) => !hasComment)
  const excused = (name: string, file: string) =>
    name.includes('.') &&
    (file in namedElsewhere ||
      written.some((place) => file.startsWith(place)) ||
      name in passedOver)

  const missing = bare.filter(({ name, file }) => !excused(name, file))
  expect(missing.map(({ name, file }) => `${file}: ${name}`)).toEqual([])
  // An excuse that nothing needs any more goes.
  const excusedFiles = new Set(bare.map(({ file }) => file))
  expect(Object.keys(namedElsewhere).filter((file) => !excusedFiles.has(file))).toEqual([])
  const bareNames = new Set(bare.map(({ name }) => name))
  expect(Object.keys(passedOver).filter((name) => !bareNames.has(name))).toEqual([])
})
