import type { Scope } from './server.ts'

/** An operation in the list of docs/api.md#operations. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly scope: Scope | 'none'
  readonly cost: 'standard' | 'heavy'
}

/** Every operation. A name in braces is the prefix of an id. */
export const operations: readonly Operation[] = `
GET    /me                                                         none
GET    /workspace                                                  none
GET    /conversations                                              conversations:read
GET    /conversations/{conv}                                       conversations:read
DELETE /conversations/{conv}                                       privacy:write
POST   /conversations/{conv}/join                                  chat:write
POST   /conversations/{conv}/messages                              chat:write
POST   /conversations/{conv}/leave                                 chat:write
GET    /contacts                                                   contacts:read
GET    /contacts/{ct}                                              contacts:read
POST   /contacts                                                   contacts:write
PATCH  /contacts/{ct}                                              contacts:write
DELETE /contacts/{ct}                                              privacy:write
GET    /meetings                                                   meetings:read
GET    /meetings/{mtg}                                             meetings:read
GET    /analytics                                                  analytics:read
GET    /events                                                     events:read
GET    /events/{evt}                                               events:read
POST   /events/{evt}/redeliver                                     webhooks:write
POST   /webhook_endpoints                                          webhooks:write
GET    /webhook_endpoints                                          webhooks:write
GET    /webhook_endpoints/{we}                                     webhooks:write
PATCH  /webhook_endpoints/{we}                                     webhooks:write
DELETE /webhook_endpoints/{we}                                     webhooks:write
POST   /webhook_endpoints/{we}/test                                webhooks:write     heavy
POST   /webhook_endpoints/{we}/rotate_secret                       webhooks:write
GET    /webhook_endpoints/{we}/deliveries                          webhooks:write
POST   /webhook_endpoints/{we}/deliveries/{whd}/redeliver          webhooks:write
GET    /knowledge/sources                                          knowledge:read
POST   /knowledge/sources                                          knowledge:write
GET    /knowledge/sources/{src}                                    knowledge:read
DELETE /knowledge/sources/{src}                                    knowledge:write
POST   /knowledge/sources/{src}/refresh                            knowledge:write    heavy
GET    /knowledge/documents                                        knowledge:read
POST   /knowledge/documents                                        knowledge:write    heavy
GET    /knowledge/documents/{doc}                                  knowledge:read
PATCH  /knowledge/documents/{doc}                                  knowledge:write    heavy
DELETE /knowledge/documents/{doc}                                  knowledge:write
GET    /agent                                                      agent:read
PATCH  /agent                                                      agent:write
GET    /appearance                                                 agent:read
PATCH  /appearance                                                 agent:write
GET    /chat_buttons                                               agent:read
POST   /chat_buttons                                               agent:write
GET    /chat_buttons/{btn}                                         agent:read
PATCH  /chat_buttons/{btn}                                         agent:write
DELETE /chat_buttons/{btn}                                         agent:write
GET    /personal_links                                             agent:read
POST   /personal_links                                             agent:write
GET    /personal_links/{lk}                                        agent:read
PATCH  /personal_links/{lk}                                        agent:write
DELETE /personal_links/{lk}                                        agent:write
POST   /personal_links/{lk}/urls                                   agent:read
GET    /link_greetings                                             agent:read
POST   /link_greetings                                             agent:write
GET    /link_greetings/{gr}                                        agent:read
PATCH  /link_greetings/{gr}                                        agent:write
DELETE /link_greetings/{gr}                                        agent:write
GET    /experiments                                                experiments:read
POST   /experiments                                                experiments:write
GET    /experiments/{exp}                                          experiments:read
POST   /experiments/{exp}/variants                                 experiments:write
POST   /experiments/{exp}/start                                    experiments:write
POST   /experiments/{exp}/pause                                    experiments:write
POST   /experiments/{exp}/resume                                   experiments:write
POST   /experiments/{exp}/stop                                     experiments:write
POST   /experiments/{exp}/promote                                  experiments:write
POST   /experiments/{exp}/apply_winner                             experiments:write
POST   /chat/sessions                                              chat:write
GET    /chat/sessions/{chs}                                        chat:write
POST   /chat/sessions/{chs}/messages                               chat:write         heavy
POST   /privacy/exports                                            privacy:write      heavy
POST   /privacy/erasures                                           privacy:write
`
  .trim()
  .split('\n')
  .map((line) => {
    const [method, path, scope, cost = 'standard'] = line.split(/\s+/)
    return { method, path, scope, cost } as Operation
  })

/** The path of an operation, with unknown ids. */
export function unknownPath({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, '$1_unknown')
}

export const everyScope: readonly Scope[] = [
  'conversations:read',
  'contacts:read',
  'contacts:write',
  'meetings:read',
  'analytics:read',
  'events:read',
  'webhooks:write',
  'knowledge:read',
  'knowledge:write',
  'agent:read',
  'agent:write',
  'experiments:read',
  'experiments:write',
  'privacy:write',
  'chat:write',
]
