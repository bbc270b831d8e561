/** A client library, and how an application uses it. */
export interface Library {
  /** The name of the package. */
  readonly name: string
  /** A program with one import, one client and one method that is not called. */
  readonly program: string
}

const library = (name: string, imported: string, client: string, call: string): Library => ({
  name,
  program: `
    import ${imported} from '${name}'
    const client = ${client}
    export const call = () => client.${call}
  `,
})

const doorkit = `createClient({ apiKey: 'dk_test_key', baseUrl: 'https://api.example.com/v1' })`

/** The client, and other SDKs at the versions that package.json pins. */
export const libraries: readonly Library[] = [
  library('@doorkit/client', '{ createClient }', doorkit, "contacts.get('ct_1')"),
  library('svix', '{ Svix }', "new Svix('key')", "application.get('app_1')"),
  library('resend', '{ Resend }', "new Resend('key')", "emails.get('1')"),
  library('stripe', 'Stripe', "new Stripe('key')", "customers.retrieve('cus_1')"),
  library('openai', 'OpenAI', "new OpenAI({ apiKey: 'key' })", "models.retrieve('model')"),
  library(
    '@anthropic-ai/sdk',
    'Anthropic',
    "new Anthropic({ apiKey: 'key' })",
    "models.retrieve('model')",
  ),
]
