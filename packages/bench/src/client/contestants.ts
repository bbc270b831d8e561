import type { Connect } from './contestants/contestant.ts'

/** Every contestant by the name in the table; only what runs is loaded. */
export const contestants: Readonly<Record<string, () => Promise<{ readonly connect: Connect }>>> = {
  'bare undici.request': () => import('./contestants/bare-undici.ts'),
  '@doorkit/client/undici': () => import('./contestants/doorkit-undici.ts'),
  'bare fetch': () => import('./contestants/bare-fetch.ts'),
  'bare fetch, 30 s limit': () => import('./contestants/bare-fetch-limited.ts'),
  '@doorkit/client': () => import('./contestants/doorkit.ts'),
  stripe: () => import('./contestants/stripe.ts'),
  'stripe over fetch': () => import('./contestants/stripe-fetch.ts'),
  openai: () => import('./contestants/openai.ts'),
  '@anthropic-ai/sdk': () => import('./contestants/anthropic.ts'),
  svix: () => import('./contestants/svix.ts'),
  resend: () => import('./contestants/resend.ts'),
}
