import { anthropic } from './sdks/anthropic.ts'
import { doorkit, type Sdk } from './sdks/client-scenarios.ts'
import { openai } from './sdks/openai.ts'
import { resend } from './sdks/resend.ts'
import { stripe } from './sdks/stripe.ts'
import { svix } from './sdks/svix.ts'

/** Every SDK of the scoreboard, ours first. */
export const sdks: readonly Sdk[] = [doorkit, stripe, openai, anthropic, svix, resend]
