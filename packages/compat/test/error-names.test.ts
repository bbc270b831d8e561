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
  'the name of each packed error is the name of its export, in .%s',
  async (form) => {
    const [node] = nodes
    if (!node) throw new Error('No Node is listed.')
    const program = join(project, 'programs', `error-names.${form}`)
    const found = (await runProgram(node, program, { specifiers })) as {
      specifier: string
      exported: string
      name: string
    }[]
    expect(found.map(({ specifier }) => specifier)).toEqual(
      expect.arrayContaining(['@doorkit/chat-stream', '@doorkit/client', '@doorkit/webhooks']),
    )
    expect(found.filter(({ exported, name }) => exported !== name)).toEqual([])
  },
)
