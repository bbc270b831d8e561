import { eventTable, eventTypes, WebhookEvent } from '@doorkit/models'
import type * as z from 'zod'
import { docComment } from './doc-comment.ts'
import { fieldNotes } from './field-notes.ts'
import { unwrapped } from './schema.ts'
import { membersText, type TypeContext, typeText } from './type-text.ts'

const erasedPurpose =
  'The `data` of an event whose person was erased or whose conversation was deleted: `object` is undefined, and a handler has nothing to do.'
const referencePurpose =
  'The `data` of an event that was read with an API key without contacts:read: `object` is undefined.'
const unknownPurpose =
  'An event of a type that this version does not know. New types arrive without notice.'
const eventPurpose =
  'An event, as programs read it from a webhook or from the event log. Compare `type` to narrow `data`; a `switch` needs a branch for `unknown`.'

const members = [...new Set(eventTypes.flatMap((type) => Object.keys(eventTable[type].data.shape)))]

/**
 * Writes the types of events as programs read them: one envelope, with the `type` and the `data` of
 * each event.
 */
export const eventDeclarations: Readonly<Record<string, (context: TypeContext) => string>> = {
  ErasedData: () =>
    interfaceText('ErasedData', erasedPurpose, [
      'erased: true',
      ...absent(...members, 'reference'),
    ]),
  ReferenceData: () =>
    interfaceText('ReferenceData', referencePurpose, [
      '/** The id and the kind of the object that the event is about. */',
      'reference: { id: string; object: string }',
      ...absent(...members, 'erased'),
    ]),
  WebhookEvent: (context) =>
    [
      interfaceText(
        'EventEnvelope<Type extends string, Data>',
        'The members of every event, whatever its `type`.',
        [
          ...envelope(context, 'Type'),
          `data: (Data & { ${absent('erased', 'reference').join('; ')} }) | ErasedData | ReferenceData`,
        ],
      ),
      interfaceText(
        'ObjectData<Value>',
        'The `data` of most events: the object that the event is about.',
        ['/** Null if the object no longer exists. */', 'object: Value | null'],
      ),
      interfaceText('UnknownEvent', unknownPurpose, [
        ...envelope(context, "'unknown'"),
        '/** The data of the event. */',
        'data: unknown',
        '/** The event as it was sent, with the name of its type. */',
        'raw: { type: string; [member: string]: unknown }',
      ]),
      `${docComment([eventPurpose])}export type WebhookEvent =\n${eventTypes.map((type) => alternative(type, context)).join('')}  | UnknownEvent\n`,
      `${docComment(["The event of one type: `WebhookEventOf<'meeting.booked'>`."])}export type WebhookEventOf<Type extends WebhookEvent['type']> = Extract<WebhookEvent, { type: Type }>\n`,
    ].join('\n'),
}

const absent = (...names: readonly string[]) => names.map((name) => `${name}?: undefined`)

function interfaceText(name: string, purpose: string, lines: readonly string[]): string {
  return `${docComment([purpose])}export interface ${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
}

/** The members of an event except `data`, with `eventType` as the type of `type`. */
function envelope(context: TypeContext, eventType: string): readonly string[] {
  const { def } = unwrapped(WebhookEvent).innermost._zod
  const [first] = def.type === 'union' ? def.options : []
  const shape = first ? unwrapped(first).innermost._zod.def : undefined
  if (shape?.type !== 'object') throw new Error('WebhookEvent is not a union of objects')
  return Object.entries(shape.shape)
    .filter(([name]) => name !== 'data')
    .flatMap(([name, schema]) => [
      ...docComment([fieldNotes(schema as z.ZodType)])
        .trimEnd()
        .split('\n')
        .filter(Boolean),
      `${name}: ${name === 'type' ? eventType : typeText(schema, context, '  ')}`,
    ])
}

function alternative(type: (typeof eventTypes)[number], context: TypeContext): string {
  return `  | EventEnvelope<'${type}', ${dataText(eventTable[type].data, context)}>\n`
}

function dataText(data: z.ZodObject, context: TypeContext): string {
  const { object, ...others } = data.shape
  const { innermost, nullable } = unwrapped(object)
  if (!nullable) return typeText(data, context, '    ')
  const objectData = `ObjectData<${typeText(innermost, context, '    ')}>`
  const members = membersText(others, context, '      ')
  return members === '' ? objectData : `${objectData} & {\n${members}    }`
}
