import type { linkTools, PersonalLink } from '@doorkit/models'
import { type LinkDetails, linkAddress } from './link-address.ts'

/** The placeholder of an email tool for each detail. */
type MergeFields = Required<LinkDetails>

const snake: MergeFields = {
  email: '{{email}}',
  first_name: '{{first_name}}',
  last_name: '{{last_name}}',
  company: '{{company}}',
  title: '{{title}}',
}

const camel: MergeFields = {
  email: '{{email}}',
  first_name: '{{firstName}}',
  last_name: '{{lastName}}',
  company: '{{companyName}}',
  title: '{{jobTitle}}',
}

const mergeFields = {
  apollo: snake,
  hubspot: {
    email: '{{contact.email}}',
    first_name: '{{contact.firstname}}',
    last_name: '{{contact.lastname}}',
    company: '{{contact.company}}',
    title: '{{contact.jobtitle}}',
  },
  instantly: camel,
  lemlist: camel,
  outreach: snake,
  salesloft: { ...snake, email: '{{email_address}}' },
  other: snake,
} satisfies Record<(typeof linkTools)[number] | 'other', MergeFields>

/** Builds the address of a link for each email tool, with placeholders that the tool fills in. */
export function emailToolAddresses(
  page: URL,
  link: string,
): NonNullable<PersonalLink['templates']> {
  return Object.fromEntries(
    Object.entries(mergeFields).map(([tool, fields]) => [tool, linkAddress(page, link, fields)]),
  )
}
