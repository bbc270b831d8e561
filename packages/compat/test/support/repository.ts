import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** The folder of this package, whose own node_modules have the programs of others. */
export const compat = fileURLToPath(new URL('../..', import.meta.url))
