import type { ComponentChildren } from 'preact'
import { CallError } from '../call.ts'
import { Heading, type HeadingProps } from './heading.tsx'

export function LoadingState({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <div class="state" role="status">
      <span class="spinner" aria-hidden="true" />
      {label}…
    </div>
  )
}

interface FailedStateProps {
  readonly error: Error
  readonly retry?: (() => void) | undefined
}

/** Says why something failed, and offers to try again. */
export function FailedState({ error, retry }: FailedStateProps) {
  const requestId = error instanceof CallError && error.requestId
  return (
    <div class="state failed" role="alert">
      <p>{error.message}</p>
      {requestId && <p class="quiet small">Request {requestId}</p>}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}

interface PendingScreenProps extends Pick<HeadingProps, 'title' | 'parent'> {
  readonly error: Error | undefined
  readonly retry: () => void
}

/** A screen whose content is loading or failed to load. */
export function PendingScreen({ title, parent, error, retry }: PendingScreenProps) {
  return (
    <>
      <Heading title={title} parent={parent} />
      {error ? <FailedState error={error} retry={retry} /> : <LoadingState />}
    </>
  )
}

/** The error of an action, next to its button. */
export function ErrorText({ error }: { readonly error: Error | undefined }) {
  return (
    <p class="problem" role="alert">
      {error?.message}
    </p>
  )
}

/** Says that there is nothing to show, and why. */
export function EmptyState({ children }: { readonly children: ComponentChildren }) {
  return <div class="state empty">{children}</div>
}
