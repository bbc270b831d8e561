import type { Item } from '../call.ts'
import { formatNumber } from '../format.ts'
import { DialogButton } from '../parts/dialog.tsx'
import { Facts } from '../parts/fact-list.tsx'
import { Heading } from '../parts/heading.tsx'
import { type Column, Listing } from '../parts/listing.tsx'
import { Name, Tag } from '../parts/text.tsx'
import { allows, useSession } from '../session.ts'
import { useList } from '../use-call.ts'
import { LinkForm } from './link-form.tsx'

type Link = Item<'GET /personal_links'>

export default function Links() {
  const list = useList('GET /personal_links', { query: { limit: 50 } })
  const mayWrite = allows(useSession(), 'agent:write')
  return (
    <>
      <Heading title="Links">
        {mayWrite && (
          <DialogButton label="Create a link" tone="main" onClosed={list.reload}>
            {(close) => <LinkForm onClose={close} />}
          </DialogButton>
        )}
      </Heading>
      <Listing
        list={list}
        caption="Personal links with their results of the last 30 days, newest first"
        columns={columns}
      >
        <p>
          There are no personal links. When somebody opens such a link, the page greets them with
          their own details.
        </p>
      </Listing>
    </>
  )
}

const count = (title: string, of: 'visits' | 'chats' | 'meetings') => ({
  title,
  isNumber: true,
  show: ({ results }: Link) => formatNumber(results[of]),
})

const columns: readonly Column<Link>[] = [
  {
    title: 'Link',
    show: ({ name, page, status }) => (
      <>
        <Name>{name}</Name> {status === 'draft' && <Tag tone="warn">draft</Tag>}
        <div class="quiet small">
          <Name>{page}</Name>
        </div>
      </>
    ),
  },
  count('Visits', 'visits'),
  count('Chats', 'chats'),
  count('Meetings', 'meetings'),
  {
    title: 'Addresses',
    isExtra: true,
    show: ({ url, templates }) =>
      url && (
        <details>
          <summary>Show</summary>
          <Facts
            facts={Object.fromEntries(
              Object.entries({ 'Plain address': url, ...templates }).map(([tool, address]) => [
                tool,
                <code key={tool}>{address}</code>,
              ]),
            )}
          />
        </details>
      ),
  },
]
