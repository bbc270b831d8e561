import { defineTool } from '@doorkit/server'
import * as z from 'zod'

const orders: Readonly<Record<string, string>> = { 'A-17': 'on its way', 'A-18': 'delivered' }

/** A tool of the host, in addition to the tools of the kit. */
export const findOrder = defineTool({
  name: 'find_order',
  description: 'Finds the state of an order by its number.',
  input: z.object({ number: z.string().describe('Such as A-17') }),
  execute: ({ number }) => ({ state: orders[number.toUpperCase()] ?? 'unknown' }),
})
