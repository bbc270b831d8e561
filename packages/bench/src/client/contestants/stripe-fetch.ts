import Stripe from 'stripe'
import type { Connect } from './contestant.ts'
import { connectStripe } from './stripe.ts'

export const connect: Connect = (origin) =>
  connectStripe(origin, { httpClient: Stripe.createFetchHttpClient() })
