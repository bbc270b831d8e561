import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { bodyLimit, limits, type Operation, PageQuery } from '../src/index.ts'
import { createComponents } from '../src/openapi/components.ts'
import { forEachOperation, operations } from './operations.ts'

describe('the lists', () => {
  const lists = operations.filter(({ operation }) => operation.reply.kind === 'list')
  const shapeOf = (operation: Operation) => operation.query?.shape ?? {}

  test('with pages accept `limit` and `starting_after`', () => {
    const paged = lists.filter(({ operation }) => 'starting_after' in shapeOf(operation))
    for (const { id, operation } of paged) {
      expect(shapeOf(operation).limit, id).toBe(PageQuery.shape.limit)
      expect(shapeOf(operation).starting_after, id).toBe(PageQuery.shape.starting_after)
    }
    const expected = [
      'contacts.list',
      'conversations.list',
      'events.list',
      'experiments.list',
      'knowledgeDocuments.list',
      'knowledgeSources.list',
      'linkGreetings.list',
      'meetings.list',
      'personalLinks.list',
      'webhookEndpoints.listDeliveries',
    ]
    expect(paged.map(({ id }) => id)).toEqual(expect.arrayContaining(expected))
  })

  test('without pages are those of chat buttons and webhook endpoints', () => {
    const whole = lists.filter(({ operation }) => !('limit' in shapeOf(operation)))
    expect(whole.map(({ id }) => id)).toEqual(['chatButtons.list', 'webhookEndpoints.list'])
  })

  test('accept these query parameters besides those of pages', () => {
    const parameters = Object.fromEntries(
      lists.map(({ id, operation }) => [
        id,
        Object.keys(shapeOf(operation)).filter((name) => !(name in PageQuery.shape)),
      ]),
    )
    expect(parameters).toMatchObject({
      'chatButtons.list': [],
      'contacts.list': ['updated_since', 'email'],
      'conversations.list': [
        'updated_since',
        'created_since',
        'expand',
        'include_test',
        'has_lead',
        'graded',
      ],
      'events.list': ['created_since'],
      'experiments.list': [],
      'knowledgeDocuments.list': [],
      'knowledgeSources.list': [],
      'linkGreetings.list': [],
      'personalLinks.list': [],
      'meetings.list': ['updated_since', 'verified', 'include_test'],
      'webhookEndpoints.list': [],
      'webhookEndpoints.listDeliveries': ['status'],
    })
  })
})

describe('the inputs', () => {
  interface ObjectSchema {
    properties?: Record<string, unknown>
    additionalProperties?: unknown
  }

  /** Every object with named fields in a JSON Schema, at any depth. */
  function objectsIn(value: unknown): ObjectSchema[] {
    if (typeof value !== 'object' || value === null) return []
    const inside = Object.values(value).flatMap(objectsIn)
    return 'properties' in value ? [value as ObjectSchema, ...inside] : inside
  }

  test('refuse unknown fields, at every depth', () => {
    let objects = 0
    forEachOperation(({ body, query }, id) => {
      for (const schema of [body, query].filter((part) => part !== undefined)) {
        const components = createComponents()
        const inputs = objectsIn([components.schema(schema), components.schemas])
        for (const input of inputs) expect(input.additionalProperties, id).toBe(false)
        objects += inputs.length
      }
    })
    expect(objects).toBeGreaterThanOrEqual(46)
  })

  test('in a body have the usual size limit, except in the two writes of documents', () => {
    const large = operations.filter(({ operation }) => bodyLimit(operation) !== limits.bodyBytes)
    expect(large.map(({ id, operation }) => [id, bodyLimit(operation)])).toEqual([
      ['knowledgeDocuments.create', limits.documentBodyBytes],
      ['knowledgeDocuments.update', limits.documentBodyBytes],
    ])
  })

  test('in a path are ids of the kinds that the path names', () => {
    const prefixOf: Record<string, string> = {
      chat_buttons: 'btn_',
      contacts: 'ct_',
      conversations: 'conv_',
      events: 'evt_',
      experiments: 'exp_',
      meetings: 'mtg_',
      personal_links: 'lk_',
      link_greetings: 'gr_',
      webhook_endpoints: 'we_',
      deliveries: 'whd_',
      documents: 'doc_',
      sources: 'src_',
      sessions: 'chs_',
    }
    let checked = 0
    forEachOperation(({ path, params = {} }, id) => {
      const names = Array.from(path.matchAll(/\/(\w+)\/\{(\w+)\}/g), ([, of = '', name]) => [
        of,
        name,
      ])
      expect(Object.keys(params), id).toEqual(names.map(([, name]) => name))
      for (const [collection = '', name = ''] of names) {
        const accepted = Object.values(prefixOf).filter(
          (prefix) => params[name]?.safeParse(`${prefix}1`).success,
        )
        expect(accepted, id).toEqual([prefixOf[collection]])
        checked += 1
      }
    })
    expect(checked).toBe(45)
  })
})

describe('the schemas', () => {
  // In output mode only, zod marks objects without a catchall as closed.
  const withoutClosing = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  }

  test('have the same JSON Schema for input and output', () => {
    let compared = 0
    forEachOperation(({ params = {}, query, body, reply }, id) => {
      const parts = [...Object.values(params), query, body, reply.schema]
      for (const schema of parts.filter((part) => part !== undefined)) {
        const input = z.toJSONSchema(schema, { io: 'input', override: withoutClosing })
        const output = z.toJSONSchema(schema, { io: 'output', override: withoutClosing })
        expect(input, id).toEqual(output)
        compared += 1
      }
    })
    expect(compared).toBeGreaterThanOrEqual(145)
  })
})
