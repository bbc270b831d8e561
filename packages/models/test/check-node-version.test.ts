import { expect, test } from 'vitest'
import { checkNode } from '../src/check-node-version.ts'

test('a Node that is too old is refused with the version that is needed', () => {
  for (const node of ['18.20.8', '20.20.2', '21.7.3', '22.18.0']) {
    expect(() => checkNode({ node })).toThrow(`Node 22.19 or newer, and this is Node ${node}.`)
  }
})

test('a Node that is new enough, and every other runtime, is accepted', () => {
  for (const node of ['22.19.0', '22.20.1', '23.0.0', '24.11.0', '26.0.0']) checkNode({ node })
  checkNode({ node: '20.0.0', bun: '1.4.5' })
  checkNode({ node: '20.0.0', deno: '2.9.6' })
  checkNode({})
  checkNode(undefined)
})
