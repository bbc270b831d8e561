import { ErrorText } from './loading-and-empty.tsx'

interface DialogActionsProps {
  /** The state of the change: whether it is in progress, and why it failed. */
  readonly action: { readonly busy: boolean; readonly error: Error | undefined }
  readonly label: string
  /** The label while the change is in progress. */
  readonly busyLabel: string
  readonly tone?: 'main' | 'danger'
  readonly disabled?: boolean
  /** Makes the change. Absent in a form, whose submission makes it. */
  readonly onRun?: () => void
  readonly onClose: () => void
}

/**
 * The end of a dialog that changes something: the reason for a failure, and the buttons that make the
 * change or cancel.
 */
export function DialogActions({
  action: { busy, error },
  label,
  busyLabel,
  tone = 'main',
  disabled = false,
  onRun,
  onClose,
}: DialogActionsProps) {
  return (
    <>
      <ErrorText error={error} />
      <div class="buttons">
        <button
          type={onRun ? 'button' : 'submit'}
          class={tone}
          disabled={busy || disabled}
          onClick={onRun}
        >
          {busy ? busyLabel : label}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </>
  )
}
