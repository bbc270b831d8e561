import { AbstractChat, type ChatState, type ChatStatus, type UIMessage } from 'ai'
import { expect, test } from 'vitest'
import { siteChatTransport } from '../../../../examples/site-chat-react/src/site-chat-transport.ts'
import { agentOf, textChunks, waitingAgent } from '../../../server/test/support/agents.ts'
import { eventually, memoryStorage, serveSite } from '../../../widget/test/support/site-page.ts'

class TestChat extends AbstractChat<UIMessage> {}

/** The state of `useChat`, without React. */
function createState(messages: readonly UIMessage[] = []): ChatState<UIMessage> {
  return {
    status: 'ready' as ChatStatus,
    error: undefined,
    messages: [...messages],
    pushMessage(message) {
      this.messages = [...this.messages, message]
    },
    popMessage() {
      this.messages = this.messages.slice(0, -1)
    },
    replaceMessage(index, message) {
      this.messages = this.messages.with(index, message)
    },
    snapshot: (thing) => structuredClone(thing),
  }
}

const textsOf = ({ messages }: TestChat) =>
  messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))

test('useChat talks to the agent of a website, and sends a message once', async () => {
  const { open } = await serveSite({ agent: agentOf(() => textChunks('Good evening.')) })
  const site = open()
  const chat = new TestChat({ state: createState(), transport: siteChatTransport(site) })
  await chat.sendMessage({ text: 'Hello' })
  expect(textsOf(chat)).toEqual(['Hello', 'Good evening.'])
  const { messages } = await site.conversation.get()
  expect(messages.map(({ text }) => text)).toEqual(['Hello', 'Good evening.'])
})

test('useChat resumes an answer after a reload, and stops another answer', async () => {
  const { agent, started, release } = waitingAgent()
  const { open } = await serveSite({ agent })
  const storage = memoryStorage()
  const chat = new TestChat({
    state: createState(),
    transport: siteChatTransport(open({ storage })),
  })
  const first = chat.sendMessage({ text: 'Hello' })
  await started()
  const reloaded = new TestChat({
    state: createState(chat.messages.slice(0, 1)),
    transport: siteChatTransport(open({ storage })),
  })
  const resumed = reloaded.resumeStream()
  await eventually(() => textsOf(reloaded)).toEqual(['Hello', 'One moment.'])
  release()
  await Promise.all([first, resumed])
  expect(textsOf(reloaded)).toEqual(['Hello', 'One moment. Done.'])

  const second = chat.sendMessage({ text: 'And?' })
  await started()
  await chat.stop()
  await second
  const site = open({ storage })
  await eventually(async () => (await site.conversation.get()).messages.at(-1)?.text).toBe(
    'One moment.',
  )
})

test('useChat gets the code of a refusal', async () => {
  const { open, doorkit, workspace } = await serveSite()
  await doorkit.workspaces.update(workspace.id, { agent: { live: false } })
  const chat = new TestChat({ state: createState(), transport: siteChatTransport(open()) })
  await chat.sendMessage({ text: 'Hello' })
  expect(chat.error).toMatchObject({ code: 'conflict', status: 409 })
})
