import * as site from '@doorkit/models/site'
import type * as z from 'zod'
import { declarationText } from './declarations.ts'
import { definitions } from './definitions.ts'
import { generatedHeader } from './generated-header.ts'
import { nameOf, partsOf, unwrapped } from './schema.ts'

/** The inputs that pages send; all other types are answers. */
const inputNames = ['PageOpen', 'ViewReport', 'VisitBegin', 'VisitorIdentity']

/** The types that only the widget's own client reads and sends. */
const internalNames = ['AnswerChunk', 'Sight', 'SiteEventsEnd', 'SiteMessageSend']

/** Writes the types of the site API for `@doorkit/widget`, which installs no models. */
export function siteTypesText(): string {
  const schemas = Object.entries(site).flatMap(([name, schema]) =>
    '_zod' in schema && !internalNames.includes(name) ? [schema as z.ZodType] : [],
  )
  const texts = new Map<string, string>()

  function declare(schema: z.core.$ZodType) {
    const { innermost } = unwrapped(schema)
    const name = nameOf(innermost)
    if (name === undefined || !texts.has(name)) {
      if (name !== undefined) texts.set(name, '')
      for (const part of partsOf(innermost)) declare(part)
    }
    if (name === undefined) return
    const direction = inputNames.includes(name) ? 'given' : 'answered'
    texts.set(
      name,
      declarationText({ name, schema: innermost, direction }, () => {}),
    )
  }

  for (const schema of schemas) declare(schema)
  const names = [...texts.keys()].filter((name) => definitions.has(name))
  return [generatedHeader, ...names.sort().map((name) => texts.get(name) ?? '')].join('\n')
}
