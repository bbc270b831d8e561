import Stripe from 'stripe'
import type { Connect } from '../contestant.ts'

export const connect: Connect = (origin) => {
  const { hostname, port } = new URL(origin)
  const stripe = new Stripe('sk_test_bench', {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return async () => stripe.customers.retrieve('ct_1')
}
