import { useState } from 'preact/hooks'
import { type Answer, call } from '../call.ts'
import { Choice, submitTo, TextField } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { PendingScreen } from '../parts/loading-and-empty.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { allows, useSession } from '../session.ts'
import { useAction, useCall } from '../use-call.ts'

type AppearanceSettings = Answer<'GET /appearance'>

export default function AppearanceScreen() {
  const { data, error, reload, set } = useCall('GET /appearance')
  if (!data) return <PendingScreen title="Appearance" error={error} retry={reload} />
  return (
    <>
      <Heading title="Appearance" />
      <Form key={data.revision} look={data} onSaved={set} />
    </>
  )
}

interface FormProps {
  readonly look: AppearanceSettings
  readonly onSaved: (look: AppearanceSettings) => void
}

function Form({ look, onSaved }: FormProps) {
  const [draft, setDraft] = useState(look)
  const mayWrite = allows(useSession(), 'agent:write')
  const change = (part: Partial<AppearanceSettings>) => setDraft({ ...draft, ...part })
  const save = useAction(async () => {
    const { revision, title, subtitle, color, position, theme, avatar_url } = draft
    const body = { revision, title, subtitle, color, position, theme, avatar_url }
    onSaved(await call('PATCH /appearance', { body }))
  })
  return (
    <div class="beside">
      <section>
        <form onSubmit={submitTo(save.run)}>
          <fieldset disabled={!mayWrite} class="bare">
            <legend class="hidden">How the chat looks</legend>
            <TextField
              label="Title"
              value={draft.title}
              onValue={(title) => change({ title })}
              maxLength={60}
            />
            <TextField
              label="Subtitle"
              value={draft.subtitle}
              onValue={(subtitle) => change({ subtitle })}
              maxLength={120}
            />
            <TextField
              label="Color"
              type="color"
              value={draft.color}
              onValue={(color) => change({ color })}
            />
            <Choice
              label="Side"
              value={draft.position}
              options={{ left: 'Left', right: 'Right' }}
              onValue={(position) => change({ position })}
            />
            <Choice
              label="Theme"
              value={draft.theme}
              options={{ auto: 'Same as the visitor’s device', light: 'Light', dark: 'Dark' }}
              onValue={(theme) => change({ theme })}
            />
            <TextField
              label="Picture"
              type="url"
              help="The address of a square picture."
              value={draft.avatar_url ?? ''}
              onValue={(url) => change({ avatar_url: url || null })}
              maxLength={2_048}
            />
          </fieldset>
          {mayWrite && (
            <SaveBar action={save} isChanged={draft !== look} onReset={() => setDraft(look)} />
          )}
        </form>
      </section>
      <aside>
        <section>
          <h2>Preview</h2>
          <Preview look={draft} />
        </section>
      </aside>
    </div>
  )
}

/**
 * A preview of the chat with unsaved settings. It leaves out the picture, because the console loads
 * nothing from other origins.
 */
function Preview({ look }: { readonly look: AppearanceSettings }) {
  const { title, subtitle, color, position, theme } = look
  const style = { '--preview-color': color, '--preview-ink': inkOn(color) }
  return (
    <div class={`preview-site ${theme} ${position}`} style={style} aria-hidden="true">
      <div class="preview-chat">
        <div class="preview-head">
          <strong dir="auto">{title || 'Chat'}</strong>
          <span dir="auto">{subtitle}</span>
        </div>
        <p class="preview-agent">How can I help?</p>
        <p class="preview-visitor">What does it cost?</p>
      </div>
      <svg class="preview-launcher" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 4c4.7 0 8.5 3.2 8.5 7.3s-3.8 7.3-8.5 7.3c-1 0-2-.15-2.9-.42L4.6 20l1.3-3.6c-1.5-1.3-2.4-3.1-2.4-5.1C3.5 7.2 7.3 4 12 4Z" />
      </svg>
    </div>
  )
}

/** Black or white, whichever is easier to read on a color. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff'
}
