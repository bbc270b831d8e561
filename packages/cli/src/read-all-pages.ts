/** Reads a list of any length, page by page. */
export async function readAllPages<Item extends { readonly id: string }>(
  list: (startingAfter: string | undefined) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const all: Item[] = []
  for (;;) {
    const page = await list(all.at(-1)?.id)
    if (page.length === 0) return all
    all.push(...page)
  }
}
