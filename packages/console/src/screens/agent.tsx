import { useState } from 'preact/hooks'
import { type Answer, call } from '../call.ts'
import { Choice, Switch, submitTo, TextField } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { PendingScreen } from '../parts/loading-and-empty.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { allows, useSession } from '../session.ts'
import { useAction, useCall } from '../use-call.ts'
import { AgentTrial } from './agent-trial.tsx'

type Settings = Answer<'GET /agent'>

export default function Agent() {
  const session = useSession()
  const { data, error, reload, set } = useCall('GET /agent')
  if (!data) return <PendingScreen title="Agent" error={error} retry={reload} />
  return (
    <>
      <Heading title="Agent" />
      <div class="beside even">
        <Form key={data.updated_at} settings={data} onSaved={set} />
        {allows(session, 'chat:write') && <AgentTrial />}
      </div>
    </>
  )
}

interface FormProps {
  readonly settings: Settings
  readonly onSaved: (settings: Settings) => void
}

function Form({ settings, onSaved }: FormProps) {
  const [draft, setDraft] = useState(settings)
  const mayWrite = allows(useSession(), 'agent:write')
  const change = (part: Partial<Settings>) => setDraft({ ...draft, ...part })
  const save = useAction(async () => {
    const { live, name, instructions, tone, language, handoff, booking } = draft
    const body = { live, name, instructions, tone, language, handoff, booking }
    onSaved(await call('PATCH /agent', { body }))
  })
  return (
    <form class="settings" onSubmit={submitTo(save.run)}>
      <fieldset disabled={!mayWrite}>
        <legend>Chat</legend>
        <Switch label="The chat is on" value={draft.live} onValue={(live) => change({ live })} />
        <TextField
          label="Name"
          help="Visitors see this name."
          value={draft.name}
          onValue={(name) => change({ name })}
          required
          maxLength={80}
        />
        <TextField
          label="Task"
          help="Say who the visitors are, and what the agent should do for them."
          value={draft.instructions}
          onValue={(instructions) => change({ instructions })}
          rows={8}
          maxLength={8_000}
        />
        <Choice
          label="Tone"
          value={draft.tone}
          options={{ friendly: 'Friendly', neutral: 'Neutral', formal: 'Formal' }}
          onValue={(tone) => change({ tone })}
        />
        <TextField
          label="Language"
          help="A tag such as en-GB, or auto for the language of the visitor."
          value={draft.language}
          onValue={(language) => change({ language })}
          maxLength={35}
        />
      </fieldset>
      <fieldset disabled={!mayWrite}>
        <legend>People</legend>
        <Switch
          label="Visitors can ask for a person"
          value={draft.handoff.enabled}
          onValue={(enabled) => change({ handoff: { ...draft.handoff, enabled } })}
        />
        <TextField
          label="Email address to notify"
          type="email"
          value={draft.handoff.email ?? ''}
          onValue={(email) => change({ handoff: { ...draft.handoff, email: email || null } })}
        />
      </fieldset>
      <fieldset disabled={!mayWrite}>
        <legend>Meetings</legend>
        <Switch
          label="Visitors can book a meeting"
          value={draft.booking.enabled}
          onValue={(enabled) => change({ booking: { ...draft.booking, enabled } })}
        />
        <TextField
          label="URL of the booking page"
          type="url"
          value={draft.booking.url ?? ''}
          onValue={(url) => change({ booking: { ...draft.booking, url: url || null } })}
          maxLength={2_048}
        />
      </fieldset>
      {mayWrite && (
        <SaveBar action={save} isChanged={draft !== settings} onReset={() => setDraft(settings)} />
      )}
    </form>
  )
}
