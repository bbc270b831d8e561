import { ErrorText } from './loading-and-empty.tsx'

interface SaveBarProps {
  readonly action: { readonly busy: boolean; readonly error: Error | undefined }
  readonly isChanged: boolean
  /** Resets the form to the stored values. */
  readonly onReset: () => void
}

/** The buttons at the end of a form, which save or reset it, and the error of the last attempt. */
export function SaveBar({ action: { busy, error }, isChanged, onReset }: SaveBarProps) {
  return (
    <>
      <ErrorText error={error} />
      <div class="buttons">
        <button type="submit" class="main" disabled={busy || !isChanged}>
          {busy ? 'Saving…' : 'Save'}
        </button>
        {isChanged && (
          <button type="button" onClick={onReset}>
            Discard the changes
          </button>
        )}
      </div>
    </>
  )
}
