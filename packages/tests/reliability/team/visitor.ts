/** The content of a visitor's transcript. */
export interface Transcript {
  readonly team: { readonly state: string } | undefined
  /** The texts of the visitor, in order. */
  readonly questions: readonly string[]
  /** The texts of the agent and of people, in order. */
  readonly answers: readonly string[]
  /** The texts of the visitor that nobody has answered. */
  readonly unanswered: readonly string[]
}

/** A visitor who chats, and remembers the messages that the server accepted. */
export interface TestVisitor {
  readonly conversation: string
  /** The accepted messages. */
  readonly sent: string[]
  /** How often a request for a person was recorded. */
  handoffs: number
  say(text: string): Promise<void>
  read(): Promise<Transcript>
}

interface Message {
  readonly role: string
  readonly text: string
}

/** Calls the API of the server. */
export type Call = (
  method: string,
  path: string,
  body?: object,
) => Promise<{
  readonly status: number
  readonly json: {
    readonly id: string
    readonly conversation: string
    readonly team?: { readonly state: string }
    readonly messages?: readonly Message[]
    readonly actions?: readonly { readonly type: string }[]
  }
}>

/** Opens the chat of a visitor. */
export async function createVisitor(call: Call, nth: number): Promise<TestVisitor> {
  const { json: session } = await call('POST', '/chat/sessions', { context: { nth } })
  const visitor: TestVisitor = {
    conversation: session.conversation,
    sent: [],
    handoffs: 0,
    async say(text) {
      const path = `/chat/sessions/${session.id}/messages`
      const { status, json } = await call('POST', path, { text })
      // A person who joins does not wait long for an answer in progress. The visitor may then get a 409.
      if (status !== 200 && status !== 409)
        throw new Error(`A message was answered with ${status}.`)
      visitor.sent.push(text)
      if (json.actions?.some(({ type }) => type === 'handoff_requested')) visitor.handoffs += 1
    },
    async read() {
      const { json } = await call('GET', `/conversations/${session.conversation}?expand=messages`)
      const messages = json.messages ?? []
      const of = (role: string) =>
        messages.filter((one) => one.role === role).map(({ text }) => text)
      const [questions, answers] = [of('user'), of('assistant')]
      const unanswered = questions.filter(
        (question) => !answers.some((text) => text.endsWith(`: ${question}`)),
      )
      return { team: json.team, questions, answers, unanswered }
    },
  }
  return visitor
}
