/** The document that every contestant fetches, about 1 KB, with the members that each of them looks at. */
export const document = {
  id: 'ct_01hzy3v7k2m4n6p8',
  object: 'contact',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  company: 'Analytical Engines',
  metadata: Object.fromEntries(
    Array.from({ length: 16 }, (_, place) => [`field_${place}`, `a value, number ${place}`]),
  ),
  createdAt: '2026-10-12T09:30:00.000Z',
  updatedAt: '2026-10-12T09:30:00.000Z',
}

/** The document as it is on the wire. */
export const documentText = JSON.stringify(document)

/**
 * Makes sure that a contestant has read the whole document.
 *
 * @throws Error when it has not: its figures would be worth nothing.
 */
export function checkDocument(answer: unknown, contestant: string): void {
  const { id, metadata } = Object(answer) as Partial<typeof document>
  if (id !== document.id || metadata?.field_15 !== document.metadata.field_15) {
    throw new Error(`${contestant} did not give the document it fetched`)
  }
}
