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

/** What an editor knows about a program, with the sample above as an open file. */
function openEditor(): ts.LanguageService {
  const configFile = ts.readConfigFile(`${directory}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(configFile.config, ts.sys, directory)
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

test('a method leads to its operation in the contract, and shows its doc comment', () => {
  const editor = openEditor()
  const cases = [
    ['contacts.list', 'contacts.ts', 'List contacts, last changed first.'],
    ['webhookEndpoints.redeliver', 'webhook-endpoints.ts', 'Send one delivery again.'],
  ] as const
  for (const [call, definedIn, comment] of cases) {
    const position = source.indexOf(call) + call.indexOf('.') + 1
    const definitions = editor.getDefinitionAtPosition(file, position) ?? []
    expect(definitions.map(({ fileName }) => fileName)).toEqual([
      expect.stringMatching(new RegExp(`models/src/resources/${definedIn}$`)),
    ])
    const info = editor.getQuickInfoAtPosition(file, position)
    expect(ts.displayPartsToString(info?.documentation)).toBe(comment)
  }
  const mistakes = editor.getSemanticDiagnostics(file).map(({ messageText }) => messageText)
  expect(mistakes).toEqual([])
})
