import Stripe from 'stripe'
import type { Connect, FetchDocument } from './contestant.ts'

/** Reads with stripe set up for the bench; it sends over `node:http` unless options say otherwise. */
export function connectStripe(origin: string, options: Stripe.StripeConfig = {}): FetchDocument {
  const { hostname, port } = new URL(origin)
  const stripe = new Stripe('sk_test_bench', {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...options,
  })
  return async () => stripe.customers.retrieve('ct_1')
}

export const connect: Connect = (origin) => connectStripe(origin)
