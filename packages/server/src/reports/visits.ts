import * as z from 'zod'
import { countVisitStage, type SeenOpening } from '../analytics/count-stage.ts'
import { startVisit } from '../analytics/start-visit.ts'
import { readVisit, type VisitStage } from '../collections/visit.ts'
import { personOfVisitor } from '../conversations/external-id.ts'
import { check, found, originText, Utm } from '../errors/check-input.ts'
import { findVariant } from '../experiments/count-fact.ts'
import { findWorkspace } from '../kit/find-workspace.ts'
import type { Services } from '../kit/services.ts'
import { nameless } from '../kit/visitor-id.ts'
import type { RecordOnce, RecordOptions } from './record-once.ts'

const VisitStart = z.strictObject({
  page_url: z.url().max(2_048),
  /** The site's own name for the visitor: not a name or an address. */
  visitor: z.string().min(1).max(255).nullish(),
  /** Where the visitor came from, such as `google`. Default `direct`. */
  source: originText(200),
  device: z.enum(['desktop', 'mobile']).nullish(),
  country: originText(100),
  utm: Utm.optional(),
  ai_referred: z.boolean().optional(),
  /** Default: whether the visitor was here before, in the last 181 days. */
  returning: z.boolean().optional(),
  /** The personal link that was opened; one that the workspace does not have is left out. */
  link: z.string().startsWith('lk_').nullish(),
  /** A visit of the team itself: counted nowhere. */
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
    error: 'Name both the experiment and the variant, or neither.',
    path: ['variant'],
  })

/** Which opening a visitor saw; nothing where none is tested. */
export type OpeningSeen = z.infer<typeof OpeningSeen>

/**
 * Records visits of the website: what analytics count. A visit is kept for 181 days; after that it
 * is not found any more.
 */
export interface VisitRecorder {
  /**
   * Returns the id of the visit.
   *
   * @throws KitError `not_found` when there is no such workspace.
   */
  start(input: VisitStart, options?: RecordOptions): Promise<string>
  /**
   * The visitor saw the opening; counted once a visit. Where it is one that is tested, it is a view
   * of the variant, and what comes of the visit are its conversions: the chat that is opened or
   * written in, the lead, the meeting. Like all counts of a test they count while it runs, once for
   * each visitor. The first opening of a visit is the one that its conversations show.
   *
   * @throws KitError `not_found` for an unknown visit or test, or a variant of another one.
   */
  openingSeen(visit: string, input?: OpeningSeen, options?: RecordOptions): Promise<void>
  /**
   * The visitor opened the chat; counted once a visit.
   *
   * @throws KitError `not_found`.
   */
  chatOpened(visit: string, options?: RecordOptions): Promise<void>
}

/** Makes a {@link VisitRecorder}. */
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
      const given = check(VisitStart, input)
      const visit = {
        ...given,
        visitor: given.visitor ? nameless(await ready(), given.visitor) : null,
      }
      return record('visits.start', options, visit, async (services, at) => {
        await findWorkspace(services.store, workspace)
        const id = services.makeId('visit')
        const { person, ops } = await personOfVisitor(services, workspace, visit.visitor)
        const started = await startVisit(services, workspace, id, { ...visit, person }, at)
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
