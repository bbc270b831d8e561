import type { Item } from '../call.ts'
import { formatNumber, formatShare, formatWord } from '../format.ts'
import type { ScreenProps } from '../navigation.ts'
import { DialogButton } from '../parts/dialog.tsx'
import { Facts } from '../parts/fact-list.tsx'
import { Heading } from '../parts/heading.tsx'
import { type Column, Listing, Table } from '../parts/listing.tsx'
import { PendingScreen } from '../parts/loading-and-empty.tsx'
import { Ago, Name, Tag, Time, type Tone } from '../parts/text.tsx'
import { allows, useSession } from '../session.ts'
import { useCall, useList } from '../use-call.ts'
import { OpeningActions } from './opening-actions.tsx'
import { OpeningForm } from './opening-form.tsx'

type Experiment = Item<'GET /experiments'>
type Variant = Experiment['variants'][number]

export default function Openings({ rest: [id] }: ScreenProps) {
  return id === undefined ? <OpeningList /> : <Opening key={id} id={id} />
}

function OpeningList() {
  const list = useList('GET /experiments', { query: { limit: 50 } })
  return (
    <>
      <Heading title="Openings">
        {allows(useSession(), 'experiments:write') && (
          <DialogButton label="Create a test" tone="main" onClosed={list.reload}>
            {(close) => <OpeningForm onClose={close} />}
          </DialogButton>
        )}
      </Heading>
      <Listing list={list} caption="Opening tests, newest first" columns={columns}>
        <p>There are no opening tests. A test compares what visitors see before they chat.</p>
      </Listing>
    </>
  )
}

const tones: Readonly<Record<string, Tone>> = {
  running: 'info',
  winner_found: 'good',
  applied: 'good',
  failed: 'bad',
  invalidated: 'warn',
}

const State = ({ status }: Pick<Experiment, 'status'>) => (
  <Tag tone={tones[status] ?? 'none'}>{status.replaceAll('_', ' ')}</Tag>
)

const columns: readonly Column<Experiment>[] = [
  {
    title: 'Test',
    show: ({ id, name }) => (
      <a href={`openings/${id}`} class="title">
        <Name>{name}</Name>
      </a>
    ),
  },
  { title: 'Status', show: (one) => <State status={one.status} /> },
  { title: 'Pages', isExtra: true, show: ({ pages }) => <Name>{pages.join(', ')}</Name> },
  { title: 'Success', isExtra: true, show: ({ metric }) => metric },
  {
    title: 'Views',
    isNumber: true,
    show: ({ variants }) =>
      formatNumber(variants.reduce((sum, { results }) => sum + results.views, 0)),
  },
  { title: 'Began', isExtra: true, show: ({ started_at }) => <Ago time={started_at} /> },
]

const parent = { href: 'openings', title: 'Openings' }

function Opening({ id }: { readonly id: string }) {
  const { data, error, reload, set } = useCall('GET /experiments/{id}', { params: { id } })
  const mayChange = allows(useSession(), 'experiments:write')
  if (!data)
    return <PendingScreen title="Opening test" parent={parent} error={error} retry={reload} />
  const { metric } = data
  return (
    <>
      <Heading title={<bdi>{data.name}</bdi>} parent={parent}>
        <State status={data.status} />
        {mayChange && <OpeningActions experiment={data} onChange={set} />}
      </Heading>
      <Facts
        facts={{
          Hypothesis: data.hypothesis && <Name>{data.hypothesis}</Name>,
          Pages: <Name>{data.pages.join(', ')}</Name>,
          'Counts as success': formatWord(metric),
          Verdict: data.verdict && formatWord(data.verdict),
          Began: data.started_at && <Time time={data.started_at} />,
          Ended: data.ended_at && <Time time={data.ended_at} />,
          Id: <code>{data.id}</code>,
        }}
      />
      <section>
        <h2>Variants</h2>
        <Table
          caption="The variants, the control first"
          rows={data.variants}
          keyOf={(variant) => variant.id}
          columns={variantColumns(metric, data.winner)}
        />
        <p class="quiet small">
          The true rate is in the range with 95% probability. The chance is the probability that the
          variant is better than the control.
        </p>
      </section>
    </>
  )
}

const variantColumns = (
  metric: Experiment['metric'],
  winner: string | null,
): readonly Column<Variant>[] => [
  {
    title: 'Opening',
    show: ({ id, headline, control, buttons }) => (
      <>
        <Name>{headline}</Name> {control && <Tag>control</Tag>}
        {id === winner && <Tag tone="good">winner</Tag>}
        <div class="quiet small">
          <Name>{buttons.map(({ label }) => label).join(' · ')}</Name>
        </div>
      </>
    ),
  },
  { title: 'Views', isNumber: true, show: ({ results }) => formatNumber(results.views) },
  {
    title: formatWord(metric),
    isNumber: true,
    show: ({ results }) => formatNumber(results.stages[metric] ?? 0),
  },
  {
    title: 'Rate',
    isNumber: true,
    show: ({ results: { rate, rate_low, rate_high } }) => (
      <>
        {formatShare(rate)}
        <div class="quiet small">
          {formatShare(rate_low)} to {formatShare(rate_high)}
        </div>
      </>
    ),
  },
  {
    title: 'Chance',
    isNumber: true,
    show: ({ results: { chance_beats_current: chance } }) =>
      chance === null ? '–' : formatShare(chance),
  },
  {
    title: 'Change',
    isNumber: true,
    isExtra: true,
    show: ({ control, results: { lift } }) =>
      control ? '–' : `${lift > 0 ? '+' : ''}${formatShare(lift)}`,
  },
]
