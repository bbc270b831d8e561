import { useState } from 'preact/hooks'
import { type Answer, call } from '../call.ts'
import { ConfirmDialog, Dialog, DialogActions, DialogButton } from '../parts/dialog.tsx'
import { Choice } from '../parts/fields.tsx'
import { ErrorText } from '../parts/loading-and-empty.tsx'
import { useAction } from '../use-call.ts'
import { VariantForm } from './opening-form.tsx'

type Experiment = Answer<'GET /experiments/{id}'>
type Status = Experiment['status']

interface OpeningActionsProps {
  readonly experiment: Experiment
  readonly onChange: (experiment: Experiment) => void
}

/** The statuses in which each button is shown. The server decides whether the action is allowed. */
const shownIn: Readonly<Record<'add' | 'stop' | 'promote', readonly Status[]>> = {
  add: ['draft', 'ready', 'running', 'paused'],
  stop: ['ready', 'running', 'paused', 'winner_found'],
  promote: ['winner_found'],
}

export function OpeningActions({ experiment, onChange }: OpeningActionsProps) {
  const { id, status } = experiment
  const params = { id }
  const next = useAction(async () => {
    if (status === 'ready') onChange(await call('POST /experiments/{id}/start', { params }))
    if (status === 'running') onChange(await call('POST /experiments/{id}/pause', { params }))
    if (status === 'paused') onChange(await call('POST /experiments/{id}/resume', { params }))
  })
  const label = { ready: 'Start', running: 'Pause', paused: 'Resume' }[status as 'ready']
  return (
    <>
      {label && (
        <button type="button" class="main" disabled={next.busy} onClick={() => void next.run()}>
          {label}
        </button>
      )}
      {shownIn.promote.includes(status) && (
        <DialogButton label="Make a variant the opening…" tone="main">
          {(close) => <PromoteDialog experiment={experiment} onChange={onChange} onClose={close} />}
        </DialogButton>
      )}
      {shownIn.add.includes(status) && (
        <DialogButton label="Add a variant">
          {(close) => <VariantForm id={id} onAdded={onChange} onClose={close} />}
        </DialogButton>
      )}
      {shownIn.stop.includes(status) && (
        <DialogButton label="End…" tone="danger">
          {(close) => (
            <ConfirmDialog
              title="End the test"
              label="End"
              busyLabel="Ending…"
              run={async () => onChange(await call('POST /experiments/{id}/stop', { params }))}
              onClose={close}
            >
              Visitors will no longer see the variants, and nobody can start the test again. The
              results stay.
            </ConfirmDialog>
          )}
        </DialogButton>
      )}
      <ErrorText error={next.error} />
    </>
  )
}

function PromoteDialog({
  experiment,
  onChange,
  onClose,
}: OpeningActionsProps & { readonly onClose: () => void }) {
  const others = experiment.variants.filter(({ control }) => !control)
  const [variant, setVariant] = useState(experiment.winner ?? others[0]?.id)
  const promote = useAction(async () => {
    if (!variant) return
    const input = { params: { id: experiment.id }, body: { variant } }
    onChange(await call('POST /experiments/{id}/promote', input))
    onClose()
  })
  return (
    <Dialog title="Make a variant the opening" onClose={onClose}>
      {variant && (
        <Choice
          label="Variant"
          help="The server refuses a variant without enough evidence."
          value={variant}
          options={
            Object.fromEntries(others.map(({ id, headline }) => [id, headline])) as Record<
              typeof variant,
              string
            >
          }
          onValue={setVariant}
        />
      )}
      <DialogActions
        action={promote}
        label="Make it the opening"
        busyLabel="Changing…"
        onRun={() => void promote.run()}
        onClose={onClose}
      />
    </Dialog>
  )
}
