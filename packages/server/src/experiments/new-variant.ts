import type { VariantPropose } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import type { VariantData } from '../collections/experiment.ts'
import { emptyArm, experimentArms } from '../collections/experiment-arm.ts'
import type { Services } from '../services/services.ts'

/** The most variants of a test, including the control. */
export const maxVariants = 20

/** Makes a variant of a test, and the write that adds its counts. */
export function newVariant(
  { makeId }: Pick<Services, 'makeId'>,
  of: { readonly workspace: string; readonly experiment: string; readonly control: boolean },
  { headline, buttons = [] }: Pick<VariantPropose, 'headline' | 'buttons'>,
  name: string,
  at: number,
): { readonly variant: VariantData; readonly op: WriteOp } {
  const id = makeId('variant')
  const arm = emptyArm(of.workspace, of.experiment, at)
  return {
    variant: { id, name, control: of.control, headline, buttons, angle: null, created_at: at },
    op: experimentArms.insert(id, arm, null),
  }
}
