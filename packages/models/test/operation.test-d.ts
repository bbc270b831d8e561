import { expectTypeOf } from 'vitest'
import * as z from 'zod'
import {
  type Api,
  api,
  ContactId,
  defineOperations,
  type Id,
  type Mistake,
  type Operation,
  type PathNames,
} from '../src/index.ts'
import { json } from '../src/operation.ts'

const reply = json(z.object({ id: z.string() }))
const get = {
  summary: 'Fetch a thing.',
  method: 'GET',
  path: '/things/{id}',
  params: { id: ContactId },
  scope: 'none',
  cost: 'standard',
  reply,
} as const
const { params, ...withoutParams } = get

// A correct definition keeps its exact type.
const things = defineOperations({ get })
expectTypeOf(things.get.path).toEqualTypeOf<'/things/{id}'>()
expectTypeOf(things.get.scope).toEqualTypeOf<'none'>()
expectTypeOf(api.contacts.update.method).toEqualTypeOf<'PATCH'>()
expectTypeOf(api).toExtend<Api>()

/** The sentence about a mistake, or never. */
type SentenceAbout<O extends Operation> =
  Parameters<typeof defineOperations<{ checked: O }>>[0]['checked'] extends Mistake<infer Sentence>
    ? Sentence
    : never

expectTypeOf<SentenceAbout<typeof get>>().toEqualTypeOf<never>()
expectTypeOf<
  SentenceAbout<typeof withoutParams>
>().toEqualTypeOf<"the path has '{id}' but params does not">()
expectTypeOf<
  SentenceAbout<Omit<typeof get, 'path'> & { path: '/things' }>
>().toEqualTypeOf<"params has 'id' but the path does not">()
expectTypeOf<
  SentenceAbout<Omit<typeof get, 'path'> & { path: '/things/{id}/parts/{part}' }>
>().toEqualTypeOf<"the path has '{part}' but params does not">()

// The compiler shows the sentence at the member with the mistake.
defineOperations({
  // @ts-expect-error the path has '{id}' but params does not
  get: withoutParams,
})
defineOperations({
  // @ts-expect-error params has 'id' but the path does not
  get: { ...get, path: '/things' },
})

const { scope, ...withoutScope } = get
const { cost, ...withoutCost } = get
defineOperations({
  // @ts-expect-error an operation that needs no scope says so
  get: withoutScope,
})
defineOperations({
  // @ts-expect-error an operation says its cost
  get: withoutCost,
})
defineOperations({
  // @ts-expect-error GET has no body
  get: { ...get, body: z.strictObject({}) },
})
defineOperations({
  // @ts-expect-error no scope has this name
  get: { ...get, scope: 'things:read' },
})
defineOperations({
  // @ts-expect-error the error table has no such code
  get: { ...get, errors: ['thing_missing'] },
})
defineOperations({
  // @ts-expect-error PUT is not a method of this API
  get: { ...get, method: 'PUT' },
})
defineOperations({
  // @ts-expect-error a path begins with a slash
  get: { ...get, path: 'things/{id}' },
})
defineOperations({
  // @ts-expect-error an extension mark is true or left out, so that there is only one way to write it
  get: { ...get, extension: false },
})
defineOperations({
  // @ts-expect-error the parameters of a path are strings
  get: { ...get, params: { id: z.number() } },
})

// Names in a path.
expectTypeOf<PathNames<'/contacts'>>().toEqualTypeOf<never>()
expectTypeOf<PathNames<'/a/{one}/b/{two}/c'>>().toEqualTypeOf<'one' | 'two'>()

// Ids do not mix.
expectTypeOf<'ct_1'>().toExtend<Id<'contact'>>()
expectTypeOf<z.infer<typeof ContactId>>().toEqualTypeOf<Id<'contact'>>()
expectTypeOf<Id<'meeting'>>().not.toExtend<Id<'contact'>>()
expectTypeOf<string>().not.toExtend<Id<'contact'>>()
expectTypeOf<Id<'contact'>>().not.toExtend<Id<'conversation'>>()
expectTypeOf<Id<'contact'>>().toExtend<string>()
