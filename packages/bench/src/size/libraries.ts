/** A client library as an application uses it. */
export interface Library {
  /** The name that is imported. */
  readonly name: string
  /** The package that is installed. */
  readonly packageName: string
  /** One import, one client, one method that is reached but not called. */
  readonly program: string
}

/** The client and the SDKs of others, at the versions that package.json pins. */
export const libraries: readonly Library[] = [
  {
    name: '@doorkit/client',
    packageName: '@doorkit/client',
    program: `
      import { createClient } from '@doorkit/client'
      const client = createClient({ apiKey: 'dk_test_key', baseUrl: 'https://api.example.com/v1' })
      export const call = () => client.contacts.get('ct_1')
    `,
  },
  {
    name: 'svix',
    packageName: 'svix',
    program: `
      import { Svix } from 'svix'
      const client = new Svix('key')
      export const call = () => client.application.get('app_1')
    `,
  },
  {
    name: 'resend',
    packageName: 'resend',
    program: `
      import { Resend } from 'resend'
      const client = new Resend('key')
      export const call = () => client.emails.get('1')
    `,
  },
  {
    name: 'stripe',
    packageName: 'stripe',
    program: `
      import Stripe from 'stripe'
      const client = new Stripe('key')
      export const call = () => client.customers.retrieve('cus_1')
    `,
  },
  {
    name: 'openai',
    packageName: 'openai',
    program: `
      import OpenAI from 'openai'
      const client = new OpenAI({ apiKey: 'key' })
      export const call = () => client.models.retrieve('model')
    `,
  },
  {
    name: '@anthropic-ai/sdk',
    packageName: '@anthropic-ai/sdk',
    program: `
      import Anthropic from '@anthropic-ai/sdk'
      const client = new Anthropic({ apiKey: 'key' })
      export const call = () => client.models.retrieve('model')
    `,
  },
]
