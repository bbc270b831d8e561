import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Answer, call, follow } from '../call.ts'
import { formatWord } from '../format.ts'
import { sendOnEnter, submitTo } from '../parts/fields.tsx'
import { ErrorText } from '../parts/loading-and-empty.tsx'
import { Name, PlainText } from '../parts/text.tsx'
import { useAction } from '../use-call.ts'
import { PassageList } from './knowledge-trial.tsx'

type Chunk = Answer<'POST /agent_trials/{id}/messages'>
type ToolCall = Extract<Chunk, { type: 'data-call' }>['data']

/** A question of a trial, with its answer so far. */
interface Turn {
  readonly asked: string
  readonly text: string
  readonly calls: readonly ToolCall[]
  /** Why there is no answer, or why it ends here. */
  readonly note: string
}

/** A chat of the team with the agent. The analytics do not count it. */
export function AgentTrial() {
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const [draft, setDraft] = useState('')
  const trialId = useRef<string>(undefined)
  const pageLeft = useRef(new AbortController())
  useEffect(() => () => pageLeft.current.abort(), [])
  const log = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    log.current?.scrollTo(0, log.current.scrollHeight)
  }, [turns])
  const ask = useAction(async (asked: string) => {
    trialId.current ??= (await call('POST /agent_trials')).id
    setDraft('')
    setTurns((before) => [...before, { asked, text: '', calls: [], note: '' }])
    const input = { params: { id: trialId.current }, body: { text: asked } }
    const { signal } = pageLeft.current
    for await (const chunk of follow('POST /agent_trials/{id}/messages', { ...input, signal })) {
      setTurns((before) =>
        before.map((turn, at) => (at < before.length - 1 ? turn : add(turn, chunk))),
      )
    }
  })
  const restart = () => {
    trialId.current = undefined
    setTurns([])
  }
  const submit = () => {
    const text = draft.trim()
    if (text !== '' && !ask.busy) void ask.run(text)
  }
  return (
    <section class="trial">
      <h2>Try the agent</h2>
      <p class="quiet small">
        The agent answers with its saved settings, even while the chat is off. The analytics do not
        count this chat, but its tokens count.
      </p>
      <div
        ref={log}
        role="log"
        aria-label="Trial chat"
        aria-busy={ask.busy}
        tabIndex={turns.length > 0 ? 0 : -1}
      >
        {turns.length > 0 && (
          <ol class="transcript">
            {turns.flatMap((turn, at) => [
              <li key={`${at}q`} class="visitor">
                <PlainText text={turn.asked} />
              </li>,
              <AnswerItem key={`${at}a`} turn={turn} />,
            ])}
          </ol>
        )}
      </div>
      <ErrorText error={ask.error} />
      <form class="composer" onSubmit={submitTo(submit)}>
        <textarea
          aria-label="Your question"
          dir="auto"
          rows={2}
          maxLength={4_000}
          value={draft}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
          onKeyDown={sendOnEnter(submit)}
        />
        <div class="buttons">
          <button type="submit" class="main" disabled={ask.busy || draft.trim() === ''}>
            {ask.busy ? 'Answering…' : 'Ask'}
          </button>
          {turns.length > 0 && (
            <button type="button" disabled={ask.busy} onClick={restart}>
              Begin again
            </button>
          )}
        </div>
      </form>
    </section>
  )
}

function add(turn: Turn, chunk: Chunk): Turn {
  const { text, calls } = turn
  switch (chunk.type) {
    case 'text-start':
      return { ...turn, text: text && `${text}\n\n` }
    case 'text-delta':
      return { ...turn, text: text + chunk.delta }
    case 'data-call':
      return { ...turn, calls: [...calls, chunk.data] }
    case 'error':
      return { ...turn, note: chunk.errorText }
    case 'abort':
      return { ...turn, note: chunk.reason }
    case 'finish':
      return chunk.finishReason === 'other' ? { ...turn, note: silentNote } : turn
    default:
      return turn
  }
}

const silentNote =
  'The agent is silent, because this chat waits for a person. To chat with the agent, choose “Begin again”.'

function AnswerItem({ turn: { text, calls, note } }: { readonly turn: Turn }) {
  if (text === '' && note === '' && calls.length === 0) return null
  return (
    <li class="agent">
      {calls.map((one) => (
        <CallDetails key={one.id} call={one} />
      ))}
      {text !== '' && <PlainText text={text} />}
      {note !== '' && <p class="quiet small">{note}</p>}
    </li>
  )
}

/** A call of a tool: its input, and its output or the passages that it found. */
function CallDetails({ call }: { readonly call: ToolCall }) {
  const { name, input, output, error, passages } = call
  const isSearch = name === 'search_knowledge' && error === null
  return (
    <details class="tool-call">
      <summary>
        <bdi>{formatWord(name)}</bdi>
        {isSearch && ` (${passages.length} found)`}
        {error !== null && ' (failed)'}
      </summary>
      <p class="quiet small">
        <Name>{JSON.stringify(input)}</Name>
      </p>
      {isSearch ? (
        <PassageList passages={passages} />
      ) : (
        <PlainText text={error ?? JSON.stringify(output)} />
      )}
    </details>
  )
}
