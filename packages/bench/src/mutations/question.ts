/**
 * The global function that instrumented sources ask at the place of each mutant whether they are
 * that one.
 */
export const question = '__isMutant'
