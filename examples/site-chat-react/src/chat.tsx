import { type UIMessage, useChat } from '@ai-sdk/react'
import type { SiteClient, SiteMessage, Visit } from '@doorkit/widget'
import { useEffect, useState } from 'react'
import { siteChatTransport } from './site-chat-transport.ts'

/** The properties of {@link Chat}. */
export interface ChatProps {
  readonly site: SiteClient
  readonly visit: Visit
}

/** A chat with the agent of the website, and with people of its team. */
export function Chat({ site, visit: { agent, conversation } }: ChatProps) {
  const [transport] = useState(() => siteChatTransport(site))
  const { messages, setMessages, sendMessage, status, stop, error } = useChat({
    transport,
    messages: conversation.messages.map(toUiMessage),
    // Resumes an answer after a reload.
    resume: conversation.answering,
  })
  const [text, setText] = useState('')

  useEffect(() => {
    const leaving = new AbortController()
    const lastId = conversation.messages.at(-1)?.id ?? '0'
    followPeople(site, lastId, leaving.signal, {
      onMessage(message) {
        setMessages((known) =>
          known.some(({ id }) => id === message.id) ? known : [...known, message],
        )
      },
      onErased: () => setMessages([]),
    })
    return () => leaving.abort()
  }, [site, conversation, setMessages])

  return (
    <main>
      <h1>{agent.name}</h1>
      <ol aria-live="polite">
        {messages.map(({ id, role, parts }) => (
          <li key={id} className={role}>
            {parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}
          </li>
        ))}
      </ol>
      {error && <p role="alert">{error.message}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim()) void sendMessage({ text })
          setText('')
        }}
      >
        <input
          aria-label="Your message"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {status === 'ready' || status === 'error' ? (
          <button type="submit">Send</button>
        ) : (
          <button type="button" onClick={() => void stop()}>
            Stop
          </button>
        )}
      </form>
    </main>
  )
}

/**
 * Calls back with each message of a person, and when the conversation was erased or deleted. `useChat`
 * already has the messages of the visitor and the agent.
 */
async function followPeople(
  site: SiteClient,
  after: string,
  signal: AbortSignal,
  { onMessage, onErased }: { onMessage: (message: UIMessage) => void; onErased: () => void },
): Promise<void> {
  try {
    for await (const event of site.events.follow({ after, signal })) {
      if (event.type === 'message' && event.message.author) onMessage(toUiMessage(event.message))
      if (event.type === 'erased') onErased()
    }
  } catch (error) {
    if (!signal.aborted) console.error(error)
  }
}

const toUiMessage = ({ id, role, text }: SiteMessage): UIMessage => ({
  id,
  role: role === 'user' ? 'user' : 'assistant',
  parts: [{ type: 'text', text }],
})
