import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useAction } from '../use-call.ts'
import { ErrorText } from './loading-and-empty.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/**
 * A dialog over the screen: its first field has the focus, Escape closes it, and the focus returns to
 * where it was.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          class="plain"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          ✕
        </button>
      </div>
      {children}
    </dialog>
  )
}

interface DialogButtonProps {
  readonly label: ComponentChildren
  readonly tone?: 'main' | 'danger'
  readonly onClosed?: () => void
  /** The dialog, which calls `close` to be removed. */
  readonly children: (close: () => void) => ComponentChildren
}

export function DialogButton({ label, tone, onClosed, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onClosed?.()
  }
  return (
    <>
      <button type="button" class={tone} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && children(close)}
    </>
  )
}

interface DialogActionsProps {
  /** The state of the change: whether it is in progress, and why it failed. */
  readonly action: { readonly busy: boolean; readonly error: Error | undefined }
  readonly label: string
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

interface ConfirmDialogProps extends Pick<DialogActionsProps, 'label' | 'busyLabel' | 'onClose'> {
  readonly title: string
  /** The text that says what the change does. */
  readonly children: ComponentChildren
  readonly run: () => Promise<unknown>
}

/** A dialog that says what a change does before a person makes it. After the change, it closes. */
export function ConfirmDialog({ title, children, run, ...actions }: ConfirmDialogProps) {
  const change = useAction(async () => {
    await run()
    actions.onClose()
  })
  return (
    <Dialog title={title} onClose={actions.onClose}>
      <p>{children}</p>
      <DialogActions {...actions} action={change} tone="danger" onRun={() => void change.run()} />
    </Dialog>
  )
}
