import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { runProgram } from './support/run-program.ts'
import { nodes } from './support/runtimes.ts'

const project = inject('fullProject')
const specifiers = [
  '@doorkit/chat-stream',
  '@doorkit/chat-stream/error',
  '@doorkit/client',
  '@doorkit/client/sync',
  '@doorkit/client/validate',
  '@doorkit/server',
  '@doorkit/webhooks',
  '@doorkit/widget',
]

test.each(['mjs', 'cjs'])(
  'the name of each packed error is the name of its export, in a .%s file',
  async (form) => {
    const [node] = nodes
    if (!node) throw new Error('No Node is listed.')
    const program = join(project, 'programs', `error-names.${form}`)
    const errors = (await runProgram(node, program, { specifiers })) as {
      specifier: string
      exported: string
      name: string
    }[]
    expect(errors.map(({ specifier }) => specifier)).toEqual(
      expect.arrayContaining(['@doorkit/chat-stream', '@doorkit/client', '@doorkit/webhooks']),
    )
    expect(errors.filter(({ exported, name }) => exported !== name)).toEqual([])
  },
)
