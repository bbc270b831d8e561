import type { Plan } from '@doorkit/models'

/** The tokens that the agent of a workspace may use in a month: a number, or a function of the workspace. */
export type TokenAllowance =
  | number
  | ((workspace: {
      readonly id: string
      readonly name: string
      readonly plan: Plan
    }) => number | Promise<number>)
