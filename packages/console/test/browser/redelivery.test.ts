import { startChromium } from '@doorkit/tests/chromium'
import { eventually } from '@doorkit/tests/wordy-agent'
import { expect, onTestFinished, test } from 'vitest'
import { status } from '../../../server/test/support/receiver.ts'
import { createDeliveryKit } from '../../../server/test/support/webhooks.ts'
import { openConsole } from './support/open-console.ts'

test('an owner learns why a delivery failed and what to do, sends it again, and it arrives', async () => {
  const chromium = await startChromium()
  onTestFinished(() => chromium.close())
  const { kit, receiver, endpoint } = await createDeliveryKit({
    answer: status(500, 'The disk is full.'),
  })
  onTestFinished(() => kit.doorkit.close())
  await kit.say()
  await kit.settle()
  const owner = await (await openConsole(chromium, kit.doorkit, kit.workspace.id)).signIn()
  await owner.go(`webhooks/${endpoint.id}`)
  await eventually(() => owner.texts('tbody .tag')).toEqual(['retrying'])
  await owner.push('Diagnose')
  await eventually(() => owner.texts('.findings li')).toEqual([
    expect.stringMatching(/answered 500\. The receiver failed\. Look for/),
  ])

  await owner.push('conversation.started')
  await eventually(() => owner.texts('dialog .quoted-text')).toEqual(['The disk is full.'])
  receiver.answerWith(status(204))
  await owner.push('Send again')
  await eventually(() => owner.texts('dialog .buttons [role=status]')).toEqual([
    'It will be sent again in a moment.',
  ])
  await kit.settle()
  const [first, second] = receiver.received
  expect(receiver.received).toHaveLength(2)
  expect([second?.body, second?.headers['webhook-id']]).toEqual([
    first?.body,
    first?.headers['webhook-id'],
  ])

  await owner.press('Escape')
  await owner.push('Refresh')
  await eventually(() => owner.texts('tbody .tag')).toEqual(['delivered'])
  await owner.push('Diagnose')
  await eventually(() => owner.texts('.findings li')).toEqual([
    expect.stringContaining('The latest delivery did not fail.'),
  ])
  expect(owner.complaints).toEqual([])
})
