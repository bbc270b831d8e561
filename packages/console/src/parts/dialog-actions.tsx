import { Problem } from './states.tsx'

interface DialogActionsProps {
  /** The change: whether it is under way, and why it failed. */
  readonly action: { readonly busy: boolean; readonly error: Error | undefined }
  readonly label: string
  /** The label while the change is under way. */
  readonly busyLabel: string
  readonly tone?: 'main' | 'danger'
  readonly disabled?: boolean
  /** Makes the change. Left out in a form, whose submission makes it. */
  readonly onRun?: () => void
  readonly onClose: () => void
}

/** The end of a dialog that changes something: why it failed, and the buttons that make the change or cancel. */
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
      <Problem error={error} />
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
