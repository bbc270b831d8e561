import {
  type Experiment,
  type Id,
  toTimestamp,
  type Variant,
  type VariantResults,
} from '@doorkit/models'
import type { Store } from '@doorkit/store'
import type { ExperimentData, StoredExperiment } from '../../collections/experiment.ts'
import { betaQuantile } from './beta.ts'
import { type Contender, type Contest, readContest } from './compare-arms.ts'
import { reachVerdict } from './ended-test-verdict.ts'
import { findLeader } from './find-winner.ts'

type ShownExperiment = Pick<StoredExperiment, 'id' | 'columns' | 'data'>

/** Reads the counts of a test, and converts the test to its form in the API. */
export async function readExperiment(store: Store, row: ShownExperiment): Promise<Experiment> {
  return toExperiment(row, await readContest(store, row))
}

export function toExperiment(row: ShownExperiment, contest: Contest): Experiment {
  const { columns, data } = row
  const time = (at: number | null) => (at === null ? null : toTimestamp(at))
  return {
    id: row.id as Id<'experiment'>,
    object: 'experiment',
    name: data.name,
    status: columns.status,
    internal_status: internalStatus(row, contest),
    pages: [...data.pages],
    metric: data.metric,
    hypothesis: data.hypothesis,
    winner: data.winner as Id<'variant'> | null,
    created_at: toTimestamp(columns.created_at),
    started_at: time(data.started_at),
    ended_at: time(data.ended_at),
    applied_at: time(data.applied_at),
    ...reachVerdict(row, contest),
    variants: [contest.control, ...contest.challengers].map((contender) =>
      toVariant(contender, data),
    ),
  }
}

function toVariant(contender: Contender, { started_at }: ExperimentData): Variant {
  const { variant } = contender
  return {
    id: variant.id as Id<'variant'>,
    object: 'variant',
    name: variant.name,
    control: variant.control,
    headline: variant.headline,
    // Visitors may have seen the openings of a started test, so the openings can no longer change.
    buttons: variant.buttons.map((button) => ({ ...button, locked: started_at !== null })),
    angle: variant.angle,
    created_at: toTimestamp(variant.created_at),
    results: toResults(contender),
  }
}

/** The results of a variant, with an interval that contains its rate with 95 % probability. */
export function toResults({ counts, rate, posterior, chance, lift }: Contender): VariantResults {
  const { views, chats, leads, meetings, counted_at } = counts
  return {
    views,
    stages: { chats, leads, meetings },
    rate,
    rate_low: betaQuantile(0.025, posterior),
    rate_high: betaQuantile(0.975, posterior),
    chance_beats_current: chance,
    lift,
    computed_at: toTimestamp(counted_at),
  }
}

/**
 * The details of a test's status: what the test is doing or waiting for, or the host's reason for ending
 * it. Without details, the status itself.
 */
function internalStatus({ columns: { status }, data }: ShownExperiment, contest: Contest): string {
  switch (status) {
    case 'draft':
      return 'waiting_for_variant'
    case 'ready':
      return 'waiting_for_start'
    case 'running':
      return findLeader(contest) ? 'comparing' : 'collecting'
    case 'winner_found':
      return 'waiting_for_decision'
    default:
      return data.reason ?? status
  }
}
