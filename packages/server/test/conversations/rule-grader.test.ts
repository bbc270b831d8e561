import { expect, test } from 'vitest'
import { agentPhrases } from '../../src/index.ts'
import { caller, createKit } from '../support/kit.ts'

for (const language of Object.keys(agentPhrases)) {
  test(`the default grader notices that the built-in agent knew no answer (${language})`, async () => {
    const kit = await createKit()
    const call = caller(kit)
    await call('PATCH', '/agent', { body: { language } })
    const { json: session } = await call('POST', '/chat/sessions', { body: {} })
    await call('POST', `/chat/sessions/${session.id}/messages`, { body: { text: 'Xylophones' } })
    kit.clock.advance(30 * 60_000)
    await kit.doorkit.worker.tick()
    const { json } = await call('GET', `/conversations/${session.conversation}`)
    const failure = { understood: false, failure_category: 'no_answer' }
    expect(json.evaluation).toMatchObject(failure)
  })
}
