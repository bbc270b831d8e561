// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { KnownValue } from './known-values.ts'

/**
 * A permission of an API key.
 *
 * - `conversations:read`: Read conversations and transcripts; names and emails also need contacts:read.
 * - `contacts:read`: Read contacts, and the names and emails on conversations and meetings.
 * - `contacts:write`: Create and update contacts.
 * - `meetings:read`: Read meetings booked from the chat.
 * - `analytics:read`: Read the funnel, pages, sources and conversation quality.
 * - `events:read`: Read the event log; the full payload also needs contacts:read.
 * - `webhooks:write`: Manage webhook endpoints, read delivery logs and redeliver events.
 * - `knowledge:read`: Read knowledge pages and documents.
 * - `knowledge:write`: Add, change, refresh and remove knowledge pages and documents.
 * - `agent:read`: Read agent settings, appearance, chat buttons, links and greetings.
 * - `agent:write`: Change agent settings, appearance, chat buttons, links and greetings.
 * - `experiments:read`: Read opening tests, their variants and results.
 * - `experiments:write`: Run opening tests and propose variants.
 * - `privacy:write`: Export or erase everything held about one person, and delete conversations.
 * - `chat:write`: Hold conversations through the chat API, and answer visitors in place of the agent.
 */
export type Scope = KnownValue<'Scope'>
