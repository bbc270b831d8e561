import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const directory = fileURLToPath(new URL('.', import.meta.url))
const file = `${directory}editor-sample.ts`
const source = `
  import { createClient } from '../src/index.ts'
  const client = createClient()
  client.contacts.list()
  client.webhookEndpoints.redeliver('we_1', 'whd_1')
`

/** The language service of an editor in which the sample above is open. */
function openEditor(): ts.LanguageService {
  const configFile = ts.readConfigFile(`${directory}../tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(configFile.config, ts.sys, `${directory}..`)
  return ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, composite: false, rootDir: '/' }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot(name) {
      const text = name === file ? source : ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => directory,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  })
}

test('go-to-definition of a method leads to its resource, and its hover shows summary, input and example', () => {
  const editor = openEditor()
  const cases = [
    {
      call: 'contacts.list',
      file: 'contacts.ts',
      type: '(method) Contacts.list(query?: ContactsListQuery, options?: ListOptions): ListCall<Contact>',
      says: ['List contacts, most recently changed first.', '`contacts:read`'],
    },
    {
      call: 'webhookEndpoints.redeliver',
      file: 'webhook-endpoints.ts',
      type: `(method) WebhookEndpoints.redeliver(id: WebhookEndpointId | (string & {}), deliveryId: WebhookDeliveryId | (string & {}), options?: WriteOptions): Call<WebhookDelivery>`,
      says: [
        'Send a delivery of the last 30 days again',
        '`webhooks:write`',
        'one idempotency key',
      ],
    },
  ]
  for (const { call, file: definedIn, type, says } of cases) {
    const position = source.indexOf(call) + call.indexOf('.') + 1
    const definitions = editor.getDefinitionAtPosition(file, position) ?? []
    expect(definitions.map(({ fileName }) => fileName)).toEqual([
      expect.stringMatching(new RegExp(`client/src/contract/resources/${definedIn}$`)),
    ])
    const info = editor.getQuickInfoAtPosition(file, position)
    expect(ts.displayPartsToString(info?.displayParts)).toBe(type)
    const comment = ts.displayPartsToString(info?.documentation)
    for (const words of says) expect(comment).toContain(words)
    const tags = new Map(info?.tags?.map(({ name, text }) => [name, ts.displayPartsToString(text)]))
    expect(tags.get('throws')).toContain('ApiError')
    expect(tags.get('example')).toContain(`doorkit.${call}(`)
  }
  const mistakes = editor.getSemanticDiagnostics(file).map(({ messageText }) => messageText)
  expect(mistakes).toEqual([])
})
