/** The document that every contender fetches, about 700 bytes, with the members that all contenders need. */
export const document = {
  id: 'ct_01hzy3v7k2m4n6p8',
  object: 'contact',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  company: 'Analytical Engines',
  metadata: Object.fromEntries(
    Array.from({ length: 16 }, (_, index) => [`field_${index}`, `a value, number ${index}`]),
  ),
  createdAt: '2026-10-12T09:30:00.000Z',
  updatedAt: '2026-10-12T09:30:00.000Z',
}

export const documentText = JSON.stringify(document)

/** Checks that a contender has read the whole document. Otherwise its figures could mean nothing. */
export function checkDocument(answer: unknown, contender: string): void {
  const { id, metadata } = Object(answer) as Partial<typeof document>
  if (id !== document.id || metadata?.field_15 !== document.metadata.field_15) {
    throw new Error(`${contender} did not return the document that it fetched`)
  }
}
