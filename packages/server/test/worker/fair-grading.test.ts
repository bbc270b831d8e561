import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Grader } from '../../src/index.ts'
import { goodEvaluation } from '../support/evaluation.ts'
import { createKit } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'

/** A grader whose work ends when the test calls `open`, and the ids of the conversations that it got. */
function steeredGrader() {
  const gradedIds: string[] = []
  const waiting = new Set<() => void>()
  let isOpen = false
  const grader: Grader = {
    async grade({ conversation }) {
      gradedIds.push(conversation.id)
      if (!isOpen) await new Promise<void>((resolve) => waiting.add(resolve))
      return goodEvaluation
    },
  }
  const open = () => {
    isOpen = true
    for (const end of waiting) end()
  }
  return { grader, gradedIds, open }
}

/** Lets the worker start all the work that it has room for. */
async function passManyTicks(): Promise<void> {
  for (let tick = 0; tick < 500; tick += 1) await setImmediate()
}

overMemory((openStore) => {
  async function setUp() {
    const steered = steeredGrader()
    const kit = await createKit({ store: openStore(), grader: steered.grader })
    onTestFinished(() => kit.doorkit.close())
    /** Starts conversations in a workspace, each with one message of the visitor. */
    const startConversations = async (workspace: string, count: number) => {
      const { conversations } = kit.doorkit.record(workspace)
      const ids: string[] = []
      for (let number = 0; number < count; number += 1) {
        const id = await conversations.start({})
        await conversations.message(id, { role: 'user', text: 'What does it cost?' })
        ids.push(id)
      }
      return ids
    }
    const other = await kit.anotherWorkspace()
    return { ...kit, ...steered, startConversations, other }
  }

  test('while the grading of forty conversations of one workspace hangs, no conversation of another is delayed', async () => {
    const { startConversations, workspace, other, clock, doorkit, gradedIds, open } = await setUp()
    await startConversations(workspace.id, 40)
    clock.advance(1_000)
    const [theirs = ''] = await startConversations(other.id, 1)
    clock.advance(60 * 60_000)
    const tick = doorkit.worker.tick()
    await passManyTicks()
    expect(gradedIds).toContain(theirs)
    expect(gradedIds.length).toBeLessThan(10)
    open()
    expect(await tick).toMatchObject({ graded: 41 })
  })

  test('a single workspace has four conversations graded at the same time', async () => {
    const { startConversations, workspace, clock, doorkit, gradedIds, open } = await setUp()
    await startConversations(workspace.id, 12)
    clock.advance(60 * 60_000)
    const tick = doorkit.worker.tick()
    await passManyTicks()
    expect(gradedIds).toHaveLength(4)
    open()
    expect(await tick).toMatchObject({ graded: 12 })
  })
})
