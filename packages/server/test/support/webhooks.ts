import { agentOf, textChunks } from './agents.ts'
import { caller, createKit, type KitOptions } from './kit.ts'
import { startReceiver } from './receiver.ts'

const minute = 60_000

/** A kit whose agent captures a lead for an address, and asks for a person if the visitor does. */
export async function createWebhookKit(options: KitOptions = {}) {
  const agent = agentOf(async function* (turn) {
    const text = turn.messages.at(-1)?.text ?? ''
    if (text.includes('@')) await turn.tools.save_lead.execute({ email: text, name: 'Ada' })
    if (text === 'person') {
      await turn.tools.request_handoff?.execute({ reason: 'asked_for_person' })
    }
    yield* textChunks('I see.')
  })
  const kit = await createKit({ agent, random: () => 0.5, ...options })
  const call = caller(kit)
  const { clock, doorkit } = kit

  async function deliveries({ id }: { id: string }) {
    return (await call('GET', `/webhook_endpoints/${id}/deliveries?limit=100`)).json.data
  }

  return {
    ...kit,
    call,
    /** Registers an endpoint and returns it with its secret. */
    async subscribe(url: string, events: readonly string[] = ['*']) {
      return (await call('POST', '/webhook_endpoints', { body: { url, events } })).json
    },
    /**
     * Sends one message in a new conversation, which emits `conversation.started` and the events of the
     * agent.
     */
    async say(text = 'Hello') {
      const session = (await call('POST', '/chat/sessions', { body: {} })).json
      await call('POST', `/chat/sessions/${session.id}/messages`, { body: { text } })
      return session
    },
    /** Lets the payload delay pass, and the worker do the due work. */
    async settle() {
      clock.advance(3_000)
      return doorkit.worker.tick()
    },
    /** Moves the clock by minutes, and lets the worker do the due work. */
    async pass(minutes: number) {
      clock.advance(minutes * minute)
      return doorkit.worker.tick()
    },
    /** The newest 100 deliveries in the log of an endpoint, newest first. */
    deliveries,
    /** Makes every remaining attempt in the schedule of the newest delivery. */
    async runOut(endpoint: { id: string }) {
      for (;;) {
        const [delivery] = await deliveries(endpoint)
        if (delivery.next_attempt_at === null) return delivery
        clock.advance(Math.max(0, Date.parse(delivery.next_attempt_at) - clock.now()))
        await doorkit.worker.tick()
      }
    },
    async endpoint({ id }: { id: string }) {
      return (await call('GET', `/webhook_endpoints/${id}`)).json
    },
  }
}
export type WebhookKit = Awaited<ReturnType<typeof createWebhookKit>>

/** A webhook kit with one receiver of `conversation.started`, and its endpoint. */
export async function createDeliveryKit(
  options: KitOptions & { readonly answer?: Parameters<typeof startReceiver>[0] } = {},
) {
  const { answer, ...rest } = options
  const receiver = await startReceiver(answer)
  const kit = await createWebhookKit(rest)
  const endpoint = await kit.subscribe(receiver.url, ['conversation.started'])
  return { kit, receiver, endpoint }
}
