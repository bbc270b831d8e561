import { useState } from 'preact/hooks'

interface SecretProps {
  readonly label: string
  readonly secret: string
  readonly onDone: () => void
}

/** A secret that is shown once, with a button that copies it and one that closes the dialog. */
export function Secret({ label, secret, onDone }: SecretProps) {
  const [state, setState] = useState<'' | 'Copied.' | 'Select the text and copy it.'>('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      setState('Copied.')
    } catch {
      setState('Select the text and copy it.')
    }
  }
  return (
    <>
      <div class="secret">
        <p>{label} It is shown only once.</p>
        <code>{secret}</code>
        <button type="button" onClick={copy}>
          Copy
        </button>
        <span role="status">{state}</span>
      </div>
      <div class="buttons">
        <button type="button" class="main" onClick={onDone}>
          Done
        </button>
      </div>
    </>
  )
}
