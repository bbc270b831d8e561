import { useState } from 'preact/hooks'
import { formatNumber, formatRelativeTime, formatTime } from '../format.ts'

/** How much of a long text is shown at first, and at most. */
const firstCharacters = 2_000
const mostCharacters = 100_000

/**
 * Text that somebody else wrote, such as a visitor or a model. It is shown as plain text and isolated in
 * its own direction, so that no character in it reverses the text around it.
 */
export function PlainText({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false)
  const most = isOpen ? mostCharacters : firstCharacters
  const shown = text.slice(0, most)
  return (
    <div class="quoted">
      <div dir="auto" class="quoted-text">
        {shown}
        {shown.length < text.length && '…'}
      </div>
      {text.length > firstCharacters && (
        <button type="button" class="plain" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show more (${formatNumber(text.length)} characters in all)`}
        </button>
      )}
    </div>
  )
}

/** A name or another short text of somebody else, isolated in its own direction; a dash for none. */
export function Name({ children }: { readonly children: string | null | undefined }) {
  if (!children) return <span class="quiet">–</span>
  return <bdi>{children.length > 300 ? `${children.slice(0, 300)}…` : children}</bdi>
}

/** How long ago a time was, or how long until it. A hover shows the time itself. */
export function Ago({ time }: { readonly time: string | null | undefined }) {
  if (!time) return <span class="quiet">–</span>
  return (
    <time dateTime={time} title={formatTime(time)}>
      {formatRelativeTime(time)}
    </time>
  )
}

export function Time({ time }: { readonly time: string | null | undefined }) {
  if (!time) return <span class="quiet">–</span>
  return <time dateTime={time}>{formatTime(time)}</time>
}

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'none'

/** A word for a state. The color only repeats what the word says. */
export function Tag({
  children,
  tone = 'none',
}: {
  readonly children: string
  readonly tone?: Tone
}) {
  return <span class={`tag ${tone}`}>{children}</span>
}
