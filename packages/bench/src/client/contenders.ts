import type { ClientOptions } from '@doorkit/client'
import type { Stripe } from 'stripe'

/** Fetches the document of the server once. This call is measured. */
type FetchDocument = () => Promise<unknown>

/** Prepares a contender. Each contender runs in its own process, which loads only that contender. */
type Connect = (origin: string) => Promise<FetchDocument>

/** The headers of an API request, for the contenders that send it without an SDK. */
const headers = {
  authorization: 'Bearer dk_test_bench',
  accept: 'application/json',
  'accept-encoding': 'gzip, br',
  'service-version': '2026-10-12',
  'user-agent': 'bench/1.0',
}

const bareFetch =
  (init: () => RequestInit): Connect =>
  async (origin) =>
  async () =>
    (await fetch(`${origin}/v1/contacts/ct_1`, { headers, ...init() })).json()

/** The client with this `fetch`, or with its default one. */
const doorkit =
  (loadFetch: () => Promise<ClientOptions['fetch']>): Connect =>
  async (origin) => {
    const { createClient } = await import('@doorkit/client')
    const [baseUrl, fetch] = [`${origin}/v1`, await loadFetch()]
    const client = createClient({ apiKey: 'dk_test_bench', baseUrl, maxRetries: 0, fetch })
    return async () => client.contacts.get('ct_1')
  }

/** The SDK of Stripe, which sends with `node:http` unless the options say otherwise. */
const stripe =
  (options: (sdk: typeof Stripe) => Stripe.StripeConfig): Connect =>
  async (origin) => {
    const { Stripe } = await import('stripe')
    const { hostname: host, port } = new URL(origin)
    const plain = { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false } as const
    const client = new Stripe('sk_test_bench', { ...plain, ...options(Stripe) })
    return async () => client.customers.retrieve('ct_1')
  }

/** Every contender, by its name in the table. */
export const contenders: Readonly<Record<string, Connect>> = {
  async 'bare undici.request'(origin) {
    const { Agent, request } = await import('undici')
    const dispatcher = new Agent()
    const url = `${origin}/v1/contacts/ct_1`
    return async () => (await request(url, { dispatcher, headers })).body.json()
  },
  '@doorkit/client/undici': doorkit(
    async () => (await import('@doorkit/client/undici')).undiciTransport().fetch,
  ),
  'bare fetch': bareFetch(() => ({})),
  'bare fetch, 30 s limit': bareFetch(() => ({ signal: AbortSignal.timeout(30_000) })),
  '@doorkit/client': doorkit(async () => undefined),
  stripe: stripe(() => ({})),
  'stripe over fetch': stripe((sdk) => ({ httpClient: sdk.createFetchHttpClient() })),
  async openai(origin) {
    const { OpenAI } = await import('openai')
    const openai = new OpenAI({ apiKey: 'sk-bench', baseURL: `${origin}/v1`, maxRetries: 0 })
    return async () => openai.models.retrieve('ct_1')
  },
  async '@anthropic-ai/sdk'(origin) {
    const { Anthropic } = await import('@anthropic-ai/sdk')
    const anthropic = new Anthropic({ apiKey: 'sk-bench', baseURL: origin, maxRetries: 0 })
    return async () => anthropic.models.retrieve('ct_1')
  },
  async svix(origin) {
    const { Svix } = await import('svix')
    const svix = new Svix('testsk_bench', { serverUrl: origin, numRetries: 0 })
    return async () => svix.application.get('ct_1')
  },
  async resend(origin) {
    const { Resend } = await import('resend')
    const resend = new Resend('re_bench', { baseUrl: origin })
    return async () => (await resend.domains.get('ct_1')).data
  },
}
