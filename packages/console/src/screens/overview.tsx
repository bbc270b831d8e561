import type { Answer } from '../call.ts'
import { formatDay, formatNumber, formatShare, formatWord } from '../format.ts'
import { setQuery, usePlace } from '../navigation.ts'
import { Choice } from '../parts/fields.tsx'
import { Heading } from '../parts/heading.tsx'
import { type Column, Table } from '../parts/listing.tsx'
import { EmptyState, FailedState, LoadingState } from '../parts/loading-and-empty.tsx'
import { Plot } from '../parts/plot.tsx'
import { Name } from '../parts/text.tsx'
import { useCall } from '../use-call.ts'

type Analytics = Answer<'GET /analytics'>
type Headline = Analytics['headline'][number]

const ranges = {
  '7d': 'Last 7 days',
  '14d': 'Last 14 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
} as const
type Range = keyof typeof ranges

export default function Overview() {
  const { query } = usePlace()
  const asked = query.get('range') ?? ''
  const range: Range = asked in ranges ? (asked as Range) : '30d'
  const { data, error, reload } = useCall('GET /analytics', { query: { range } })
  return (
    <>
      <Heading title="Overview" />
      <form class="filters" aria-label="Filters">
        <Choice
          label="Days"
          value={range}
          options={ranges}
          onValue={(value) => setQuery({ range: value })}
        />
      </form>
      {data ? (
        <Results analytics={data} />
      ) : error ? (
        <FailedState error={error} retry={reload} />
      ) : (
        <LoadingState />
      )}
    </>
  )
}

function Results({ analytics }: { readonly analytics: Analytics }) {
  const { headline, funnel, pages, sources } = analytics
  if (headline.every(({ value, previous }) => value === 0 && previous === 0)) {
    return (
      <EmptyState>
        <p>
          Nobody visited the website on these days. Visits are counted on pages with the site key.
        </p>
      </EmptyState>
    )
  }
  return (
    <>
      <div class="cards">
        {headline.map((one) => (
          <Metric key={one.metric} headline={one} />
        ))}
      </div>
      <section>
        <h2>From visit to meeting</h2>
        <Table caption="The stages" columns={stages} rows={funnel} keyOf={({ stage }) => stage} />
      </section>
      {Object.entries({ Pages: pages, Sources: sources }).map(([title, rows]) => (
        <section key={title}>
          <h2>{title}</h2>
          <Table caption={title} columns={countColumns} rows={rows} keyOf={({ label }) => label} />
        </section>
      ))}
    </>
  )
}

function Metric({ headline }: { readonly headline: Headline }) {
  const { metric, value, previous, series } = headline
  const isShare = metric === 'conversion_rate'
  const format = isShare ? formatShare : formatNumber
  const title = formatWord(metric)
  const columns: readonly Column<Headline['series'][number]>[] = [
    { title: 'Day', show: ({ day }) => formatDay(day) },
    { title, isNumber: true, show: ({ value: one }) => format(one) },
  ]
  return (
    <section class="card">
      <h2>{title}</h2>
      <p>
        <strong class="big">{format(value)}</strong>{' '}
        <span class="quiet">{format(previous)} in the days before</span>
      </p>
      <Plot
        label={`${title} by day; the table below has the numbers.`}
        days={series.map(({ day }) => day)}
        values={series.map(({ value: one }) => one)}
        format={format}
        step={isShare ? 0.001 : 1}
      />
      <details>
        <summary>
          Table<span class="hidden"> of {title}</span>
        </summary>
        <Table caption={title} columns={columns} rows={series} keyOf={({ day }) => day} />
      </details>
    </section>
  )
}

const stages: readonly Column<Analytics['funnel'][number]>[] = [
  { title: 'Stage', show: ({ label }) => label },
  { title: 'Visitors', isNumber: true, show: ({ visitors }) => formatNumber(visitors) },
  {
    title: 'Of the previous stage',
    isNumber: true,
    show: ({ rate_from_previous: rate }) => (rate === null ? '–' : formatShare(rate)),
  },
]

const countColumns: readonly Column<Analytics['pages'][number]>[] = [
  { title: 'Name', show: ({ label }) => <Name>{label}</Name> },
  { title: 'Visitors', isNumber: true, show: ({ visitors }) => formatNumber(visitors) },
  {
    title: 'Conversations',
    isNumber: true,
    show: ({ conversations }) => formatNumber(conversations),
  },
  { title: 'Leads', isNumber: true, show: ({ leads }) => formatNumber(leads) },
  { title: 'Meetings', isNumber: true, show: ({ meetings }) => formatNumber(meetings) },
]
