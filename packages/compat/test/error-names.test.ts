import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { runProgram } from './support/run-program.ts'
import { nodes } from './support/runtimes.ts'

const project = inject('fullProject')
/** Every entry that exports errors, and is packed both as an ES module and as CommonJS. */
const inBothForms = [
  '@doorkit/chat-stream',
  '@doorkit/chat-stream/error',
  '@doorkit/client',
  '@doorkit/client/validate',
  '@doorkit/server',
  '@doorkit/store',
  '@doorkit/store-sql',
  '@doorkit/webhooks',
  '@doorkit/widget',
]
const onlyEsModules = ['@doorkit/agent-ai', '@doorkit/cli']

test.each(['mjs', 'cjs'])(
  'each packed error class has the name of its export, in a .%s file',
  async (form) => {
    const specifiers = form === 'mjs' ? [...inBothForms, ...onlyEsModules] : inBothForms
    const [node] = nodes
    if (!node) throw new Error('No Node is listed.')
    const program = join(project, 'programs', `error-names.${form}`)
    const errors = (await runProgram(node, program, { specifiers })) as {
      specifier: string
      exported: string
      name: string
    }[]
    expect([...new Set(errors.map(({ specifier }) => specifier))]).toEqual(specifiers)
    expect(errors.filter(({ exported, name }) => exported !== name)).toEqual([])
  },
)
