import * as z from 'zod'
import { countVisitStage, type SeenOpening } from '../analytics/count-stage.ts'
import { newVisitOps } from '../analytics/new-visit.ts'
import { readVisit, type VisitStage } from '../collections/visit.ts'
import { personOfVisitor } from '../conversations/external-id-owner.ts'
import { check, found, originText, Utm } from '../errors/check-input.ts'
import { findVariant } from '../experiments/count-visitor-response.ts'
import { privateVisitorName } from '../ids/pseudonyms.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { Services } from '../services/services.ts'
import type { RecordOnce, RecordOptions } from './record-once.ts'

const VisitStart = z.strictObject({
  page_url: z.url().max(2_048),
  /** The site's id of the visitor. Do not pass a real name or an email address. */
  visitor: z.string().min(1).max(255).nullish(),
  /** Where the visitor came from, such as `google`. Default `direct`. */
  source: originText(200),
  device: z.enum(['desktop', 'mobile']).nullish(),
  country: originText(100),
  utm: Utm.optional(),
  ai_referred: z.boolean().optional(),
  /** Default: whether the visitor had a visit in the last 181 days. */
  returning: z.boolean().optional(),
  /** The id of the opened personal link. An id that belongs to no link of the workspace is ignored. */
  link: z.string().startsWith('lk_').nullish(),
  /** Whether this is a visit by the team, which is not counted. */
  test: z.boolean().optional(),
})

/** A visit of the website. */
export type VisitStart = z.input<typeof VisitStart>

const OpeningSeen = z
  .strictObject({
    experiment: z.string().startsWith('exp_').nullish(),
    variant: z.string().startsWith('var_').nullish(),
  })
  .refine(({ experiment, variant }) => !experiment === !variant, {
    error: 'Give both `experiment` and `variant`, or neither.',
    path: ['variant'],
  })

/** The tested opening that a visitor saw; empty if none is tested. */
export type OpeningSeen = z.infer<typeof OpeningSeen>

/** Records visits of the website, which the analytics count. A visit is unknown after 181 days. */
export interface VisitRecorder {
  /**
   * Records the start of a visit and returns its id.
   *
   * @throws KitError `not_found` if there is no such workspace.
   */
  start(input: VisitStart, options?: RecordOptions): Promise<string>
  /**
   * Counts that the visitor saw the opening, once per visit. For a tested opening, this counts a view of
   * the variant, and later stages of the visit count as conversions: an opened chat, a message, a lead,
   * a meeting. A test counts only while it runs, and counts each visitor once per stage. Conversations
   * that begin later in the visit show its first tested opening.
   *
   * @throws KitError `not_found` for an unknown visit or test, or a variant of another test.
   */
  openingSeen(visit: string, input?: OpeningSeen, options?: RecordOptions): Promise<void>
  /**
   * Counts that the visitor opened the chat, once per visit.
   *
   * @throws KitError `not_found`.
   */
  chatOpened(visit: string, options?: RecordOptions): Promise<void>
}

export function visitRecorder(
  record: RecordOnce,
  workspace: string,
  ready: () => Promise<Services>,
): VisitRecorder {
  async function reach(
    visit: string,
    stage: VisitStage,
    seen: SeenOpening | undefined,
    options: RecordOptions | undefined,
  ): Promise<void> {
    await record(`visits.${stage}`, options, [visit, seen], async (services, at) => {
      const row = await findVisit(services, workspace, visit, at)
      const { experiment = null, variant = null } = seen ?? {}
      if (experiment && variant) await findVariant(services, workspace, { experiment, variant })
      return { ...(await countVisitStage(services, row, stage, at, seen)), reply: visit }
    })
  }
  return {
    async start(input, options) {
      const checked = check(VisitStart, input)
      const visit = {
        ...checked,
        visitor: checked.visitor ? privateVisitorName(await ready(), checked.visitor) : null,
      }
      return record('visits.start', options, visit, async (services, at) => {
        await findWorkspace(services.store, workspace)
        const id = services.makeId('visit')
        const { person, ops } = await personOfVisitor(services, workspace, visit.visitor)
        const started = await newVisitOps(services, workspace, id, { ...visit, person }, at)
        return { reply: id, ops: [...started, ...ops] }
      })
    },
    async openingSeen(visit, input = {}, options) {
      const { experiment = null, variant = null } = check(OpeningSeen, input)
      return reach(visit, 'openings_seen', { experiment, variant }, options)
    },
    chatOpened: (visit, options) => reach(visit, 'chats_opened', undefined, options),
  }
}

/** @throws KitError `not_found`. */
export async function findVisit({ store }: Services, workspace: string, id: string, at: number) {
  return found(await readVisit(store, workspace, id, at), 'visit')
}
