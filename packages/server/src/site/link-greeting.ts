import type { Id } from '@doorkit/models'
import type { SiteGreeting } from '@doorkit/models/site'
import { linkGreetings } from '../collections/link-greeting.ts'
import { findLink } from '../links/count-link-stage.ts'
import { detailParameters, type LinkDetail, linkOf } from '../links/link-address.ts'
import type { Services } from '../services/services.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { readGreetingText, renderGreetingText } from '../text/greeting-template.ts'

/** A personal detail in the address of a link is cut to this many characters. */
const detailLength = 200

/** The greeting of the personal link that the page's address names, with the details from that address. */
export async function readGreeting(
  { store }: Pick<Services, 'store'>,
  workspace: string,
  pageUrl: string,
): Promise<SiteGreeting | null> {
  const link = await findLink({ store }, workspace, linkOf(pageUrl))
  const greeting = link?.columns.greeting
    ? await linkGreetings.get(store, workspace, link.columns.greeting)
    : null
  const template = readGreetingText(greeting?.data.text ?? '')
  if (!link || !greeting || !template.ok) return null
  const { searchParams } = new URL(pageUrl)
  const detail = (name: LinkDetail) =>
    firstCharacters(searchParams.get(detailParameters[name]) ?? '', detailLength)
  return {
    link: link.id as Id<'personalLink'>,
    text: renderGreetingText(template.parts, {
      first_name: detail('first_name'),
      last_name: detail('last_name'),
      company: detail('company'),
      title: detail('title'),
    }),
    buttons: [...greeting.data.buttons],
  }
}
