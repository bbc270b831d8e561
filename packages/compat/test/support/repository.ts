import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** The folder of this package, whose node_modules has the other libraries and runtimes. */
export const compat = fileURLToPath(new URL('../..', import.meta.url))
