/** What is measured: reads the document of the server once. */
export type FetchDocument = () => Promise<unknown>

/** Gets a contestant ready; each runs in a process of its own. */
export type Connect = (origin: string) => FetchDocument

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
