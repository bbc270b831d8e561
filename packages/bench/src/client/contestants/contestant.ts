/** The work that is measured: reads the document of the server once. */
export type FetchDocument = () => Promise<unknown>

/** Gets a contestant ready; each runs in a process of its own. */
export type Connect = (origin: string) => FetchDocument
