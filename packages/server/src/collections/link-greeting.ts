import type { Id, LinkGreeting, LinkResults } from '@doorkit/models'
import {
  type GreetingDetails,
  type GreetingPart,
  readGreetingText,
  renderGreetingText,
  usedFields,
} from '../text/greeting-template.ts'
import { collection } from './collection.ts'
import { plain, type StoredRow } from './declare-collection.ts'

/** The fields of a greeting that a customer sets. */
export type LinkGreetingData = Readonly<
  Pick<LinkGreeting, 'name' | 'text' | 'buttons' | 'agent_note'>
>

const linkGreetingColumns = {
  workspace: 'text',
  created_at: 'integer',
  /** How many links use the greeting. */
  links: 'integer',
} as const

/** Greetings of personal links. */
export const linkGreetings = collection<typeof linkGreetingColumns, LinkGreetingData>({
  name: 'link_greetings',
  columns: linkGreetingColumns,
  indexes: [{ name: 'link_greetings_created', on: ['workspace', 'created_at'] }],
  retention: 'until deleted',
  fields: plain('name', 'text', 'buttons', 'agent_note'),
})

export type StoredLinkGreeting = StoredRow<typeof linkGreetingColumns, LinkGreetingData>

/** The person whose details fill the preview of a greeting. */
const previewPerson: GreetingDetails = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: 'Analytical Engines',
  title: 'Head of Research',
}

export function toLinkGreeting(
  { id, columns, data }: Pick<StoredLinkGreeting, 'id' | 'columns' | 'data'>,
  results: LinkResults,
): LinkGreeting {
  const parts = partsOf(data.text)
  return {
    id: id as Id<'linkGreeting'>,
    object: 'link_greeting',
    name: data.name,
    text: data.text,
    buttons: data.buttons,
    agent_note: data.agent_note,
    fields: greetingFields(data),
    preview: {
      with_details: renderGreetingText(parts, previewPerson),
      without_details: renderGreetingText(parts, {}),
      buttons: data.buttons.map(({ label }) => label),
    },
    links: columns.links,
    results,
  }
}

/** The details that a greeting uses, in its text or for the agent. */
export function greetingFields({ text, agent_note }: LinkGreetingData): LinkGreeting['fields'] {
  return usedFields(partsOf(text), partsOf(agent_note ?? ''))
}

/** Stored texts were checked, so they parse. The fallback is for the compiler. */
function partsOf(text: string): readonly GreetingPart[] {
  const template = readGreetingText(text)
  return template.ok ? template.parts : [text]
}
