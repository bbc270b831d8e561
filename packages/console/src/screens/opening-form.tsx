import { useState } from 'preact/hooks'
import { type Answer, call, type Input } from '../call.ts'
import { goTo } from '../navigation.ts'
import { Dialog, DialogActions } from '../parts/dialog.tsx'
import { Choice, submitTo, TextField } from '../parts/fields.tsx'
import { useAction } from '../use-call.ts'

type Experiment = Answer<'GET /experiments/{id}'>

/** The opening that a person writes: the text and the buttons that visitors see before they chat. */
interface OpeningText {
  readonly headline: string
  /** One button per line: its label, and after `|` the text that it sends for the visitor. */
  readonly buttons: string
}

const emptyOpening: OpeningText = { headline: '', buttons: '' }

/** Creates an opening test with its control and a first variant. */
export function OpeningForm({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [pages, setPages] = useState('/')
  const [metric, setMetric] = useState<Experiment['metric']>('chats')
  const [hypothesis, setHypothesis] = useState('')
  const [control, setControl] = useState(emptyOpening)
  const [variant, setVariant] = useState(emptyOpening)
  // If only the request for the variant fails, the next attempt must not create a second test.
  const [created, setCreated] = useState<string>()
  const create = useAction(async () => {
    const paths = pages.split(/\s+/).filter(Boolean)
    const body = { name, pages: paths, metric, ...toBody(control) }
    const id =
      created ??
      (await call('POST /experiments', { body: hypothesis ? { ...body, hypothesis } : body })).id
    setCreated(id)
    await addVariant(id, variant)
    goTo(`openings/${id}`)
  })
  return (
    <Dialog title="Create a test" onClose={onClose}>
      <form onSubmit={submitTo(create.run)}>
        <fieldset disabled={created !== undefined} class="bare">
          <legend class="hidden">The test</legend>
          <TextField label="Name" value={name} onValue={setName} required maxLength={120} />
          <TextField
            label="Pages"
            help="The paths of the pages, one per line. Each begins with /."
            value={pages}
            onValue={setPages}
            rows={2}
            required
          />
          <Choice
            label="Counts as success"
            value={metric}
            options={{ chats: 'A chat', leads: 'A lead', meetings: 'A meeting' }}
            onValue={setMetric}
          />
          <TextField
            label="Hypothesis"
            value={hypothesis}
            onValue={setHypothesis}
            maxLength={1_000}
          />
          <OpeningFields title="The current opening" value={control} onValue={setControl} />
        </fieldset>
        <OpeningFields title="The variant" value={variant} onValue={setVariant} />
        <DialogActions action={create} label="Create" busyLabel="Creating…" onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface VariantFormProps {
  readonly id: string
  readonly onAdded: (experiment: Experiment) => void
  readonly onClose: () => void
}

export function VariantForm({ id, onAdded, onClose }: VariantFormProps) {
  const [variant, setVariant] = useState(emptyOpening)
  const add = useAction(async () => {
    onAdded(await addVariant(id, variant))
    onClose()
  })
  return (
    <Dialog title="Add a variant" onClose={onClose}>
      <form onSubmit={submitTo(add.run)}>
        <OpeningFields title="The variant" value={variant} onValue={setVariant} />
        <DialogActions action={add} label="Add" busyLabel="Adding…" onClose={onClose} />
      </form>
    </Dialog>
  )
}

const addVariant = (id: string, variant: OpeningText) =>
  call('POST /experiments/{id}/variants', { params: { id }, body: toBody(variant) })

interface OpeningFieldsProps {
  readonly title: string
  readonly value: OpeningText
  readonly onValue: (value: OpeningText) => void
}

function OpeningFields({ title, value, onValue }: OpeningFieldsProps) {
  return (
    <fieldset>
      <legend>{title}</legend>
      <TextField
        label="Headline"
        value={value.headline}
        onValue={(headline) => onValue({ ...value, headline })}
        required
        maxLength={200}
      />
      <TextField
        label="Buttons"
        help="At most four, one per line. A button sends its label, or the text after a | in its line."
        value={value.buttons}
        onValue={(buttons) => onValue({ ...value, buttons })}
        rows={2}
      />
    </fieldset>
  )
}

function toBody({ headline, buttons }: OpeningText) {
  const lines = buttons.split('\n').filter((line) => line.trim() !== '')
  return {
    headline,
    buttons: lines.map((line) => {
      const [label = '', ...message] = line.split('|')
      return { label: label.trim(), message: message.join('|').trim() || label.trim() }
    }),
  } satisfies Input<'POST /experiments/{id}/variants'>['body']
}
