/** The cells of a Markdown table's rows. */
export function rows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

/** Resource, operation, method, path, scope, cost, status, and whether the kit adds it. */
export const operationTable = rows(`
| me                 | get            | GET    | /me                                                      | none               | standard | 200 | specified |
| workspace          | get            | GET    | /workspace                                               | none               | standard | 200 | specified |
| conversations      | list           | GET    | /conversations                                           | conversations:read | standard | 200 | specified |
| conversations      | get            | GET    | /conversations/{id}                                      | conversations:read | standard | 200 | specified |
| conversations      | delete         | DELETE | /conversations/{id}                                      | privacy:write      | standard | 200 | added     |
| conversations      | join           | POST   | /conversations/{id}/join                                 | chat:write         | standard | 200 | added     |
| conversations      | send           | POST   | /conversations/{id}/messages                             | chat:write         | standard | 201 | added     |
| conversations      | leave          | POST   | /conversations/{id}/leave                                | chat:write         | standard | 200 | added     |
| contacts           | list           | GET    | /contacts                                                | contacts:read      | standard | 200 | specified |
| contacts           | get            | GET    | /contacts/{id}                                           | contacts:read      | standard | 200 | added     |
| contacts           | upsert         | POST   | /contacts                                                | contacts:write     | standard | 200 | specified |
| contacts           | update         | PATCH  | /contacts/{id}                                           | contacts:write     | standard | 200 | specified |
| contacts           | delete         | DELETE | /contacts/{id}                                           | privacy:write      | standard | 200 | specified |
| events             | list           | GET    | /events                                                  | events:read        | standard | 200 | specified |
| events             | get            | GET    | /events/{id}                                             | events:read        | standard | 200 | added     |
| events             | redeliver      | POST   | /events/{id}/redeliver                                   | webhooks:write     | standard | 200 | added     |
| webhookEndpoints   | create         | POST   | /webhook_endpoints                                       | webhooks:write     | standard | 201 | specified |
| webhookEndpoints   | list           | GET    | /webhook_endpoints                                       | webhooks:write     | standard | 200 | specified |
| webhookEndpoints   | get            | GET    | /webhook_endpoints/{id}                                  | webhooks:write     | standard | 200 | specified |
| webhookEndpoints   | update         | PATCH  | /webhook_endpoints/{id}                                  | webhooks:write     | standard | 200 | specified |
| webhookEndpoints   | delete         | DELETE | /webhook_endpoints/{id}                                  | webhooks:write     | standard | 200 | specified |
| webhookEndpoints   | test           | POST   | /webhook_endpoints/{id}/test                             | webhooks:write     | heavy    | 200 | specified |
| webhookEndpoints   | rotateSecret   | POST   | /webhook_endpoints/{id}/rotate_secret                    | webhooks:write     | standard | 200 | specified |
| webhookEndpoints   | listDeliveries | GET    | /webhook_endpoints/{id}/deliveries                       | webhooks:write     | standard | 200 | added     |
| webhookEndpoints   | redeliver      | POST   | /webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver | webhooks:write   | standard | 200 | added     |
| knowledgeDocuments | create         | POST   | /knowledge/documents                                     | knowledge:write    | heavy    | 200 | specified |
| knowledgeDocuments | list           | GET    | /knowledge/documents                                     | knowledge:read     | standard | 200 | added     |
| knowledgeDocuments | get            | GET    | /knowledge/documents/{id}                                | knowledge:read     | standard | 200 | added     |
| knowledgeDocuments | update         | PATCH  | /knowledge/documents/{id}                                | knowledge:write    | heavy    | 200 | specified |
| knowledgeDocuments | delete         | DELETE | /knowledge/documents/{id}                                | knowledge:write    | standard | 200 | added     |
| knowledgeSources   | create         | POST   | /knowledge/sources                                       | knowledge:write    | standard | 201 | added     |
| knowledgeSources   | list           | GET    | /knowledge/sources                                       | knowledge:read     | standard | 200 | added     |
| knowledgeSources   | get            | GET    | /knowledge/sources/{id}                                  | knowledge:read     | standard | 200 | specified |
| knowledgeSources   | delete         | DELETE | /knowledge/sources/{id}                                  | knowledge:write    | standard | 200 | added     |
| knowledgeSources   | refresh        | POST   | /knowledge/sources/{id}/refresh                          | knowledge:write    | heavy    | 200 | specified |
| chatSessions       | create         | POST   | /chat/sessions                                           | chat:write         | standard | 201 | specified |
| chatSessions       | get            | GET    | /chat/sessions/{id}                                      | chat:write         | standard | 200 | specified |
| chatSessions       | send           | POST   | /chat/sessions/{id}/messages                             | chat:write         | heavy    | 200 | specified |
| agent              | get            | GET    | /agent                                                   | agent:read         | standard | 200 | added     |
| chatButtons        | list           | GET    | /chat_buttons                                            | agent:read         | standard | 200 | specified |
| chatButtons        | create         | POST   | /chat_buttons                                            | agent:write        | standard | 201 | added     |
| chatButtons        | get            | GET    | /chat_buttons/{id}                                       | agent:read         | standard | 200 | added     |
| chatButtons        | update         | PATCH  | /chat_buttons/{id}                                       | agent:write        | standard | 200 | added     |
| chatButtons        | delete         | DELETE | /chat_buttons/{id}                                       | agent:write        | standard | 200 | added     |
| personalLinks      | list           | GET    | /personal_links                                          | agent:read         | standard | 200 | specified |
| personalLinks      | create         | POST   | /personal_links                                          | agent:write        | standard | 201 | added     |
| personalLinks      | get            | GET    | /personal_links/{id}                                     | agent:read         | standard | 200 | added     |
| personalLinks      | update         | PATCH  | /personal_links/{id}                                     | agent:write        | standard | 200 | added     |
| personalLinks      | delete         | DELETE | /personal_links/{id}                                     | agent:write        | standard | 200 | added     |
| personalLinks      | buildUrl       | POST   | /personal_links/{id}/urls                                | agent:read         | standard | 200 | specified |
| linkGreetings      | list           | GET    | /link_greetings                                          | agent:read         | standard | 200 | added     |
| linkGreetings      | create         | POST   | /link_greetings                                          | agent:write        | standard | 200 | specified |
| linkGreetings      | get            | GET    | /link_greetings/{id}                                     | agent:read         | standard | 200 | added     |
| linkGreetings      | update         | PATCH  | /link_greetings/{id}                                     | agent:write        | standard | 200 | added     |
| linkGreetings      | delete         | DELETE | /link_greetings/{id}                                     | agent:write        | standard | 200 | added     |
| appearance         | get            | GET    | /appearance                                              | agent:read         | standard | 200 | added     |
| appearance         | update         | PATCH  | /appearance                                              | agent:write        | standard | 200 | specified |
| agent              | update         | PATCH  | /agent                                                   | agent:write        | standard | 200 | specified |
| meetings           | list           | GET    | /meetings                                                | meetings:read      | standard | 200 | specified |
| meetings           | get            | GET    | /meetings/{id}                                           | meetings:read      | standard | 200 | added     |
| analytics          | get            | GET    | /analytics                                               | analytics:read     | standard | 200 | specified |
| experiments        | list           | GET    | /experiments                                             | experiments:read   | standard | 200 | added     |
| experiments        | create         | POST   | /experiments                                             | experiments:write  | standard | 201 | added     |
| experiments        | get            | GET    | /experiments/{id}                                        | experiments:read   | standard | 200 | specified |
| experiments        | start          | POST   | /experiments/{id}/start                                  | experiments:write  | standard | 200 | added     |
| experiments        | pause          | POST   | /experiments/{id}/pause                                  | experiments:write  | standard | 200 | added     |
| experiments        | resume         | POST   | /experiments/{id}/resume                                 | experiments:write  | standard | 200 | added     |
| experiments        | stop           | POST   | /experiments/{id}/stop                                   | experiments:write  | standard | 200 | specified |
| experiments        | proposeVariant | POST   | /experiments/{id}/variants                               | experiments:write  | standard | 200 | specified |
| experiments        | promote        | POST   | /experiments/{id}/promote                                | experiments:write  | standard | 200 | added     |
| experiments        | applyWinner    | POST   | /experiments/{id}/apply_winner                           | experiments:write  | standard | 200 | added     |
| privacy            | export         | POST   | /privacy/exports                                         | privacy:write      | heavy    | 200 | specified |
| privacy            | erase          | POST   | /privacy/erasures                                        | privacy:write      | standard | 201 | specified |
`)

/** The method and path of every heavy operation. */
export const heavyOperations = [
  'POST /chat/sessions/{id}/messages',
  'POST /knowledge/documents',
  'PATCH /knowledge/documents/{id}',
  'POST /knowledge/sources/{id}/refresh',
  'POST /privacy/exports',
  'POST /webhook_endpoints/{id}/test',
]

/** Prefix and object. */
export const prefixTable = rows(`
| conv_ | conversation      |
| ct_   | contact           |
| mtg_  | meeting           |
| evt_  | event             |
| we_   | webhookEndpoint   |
| src_  | knowledgeSource   |
| doc_  | knowledgeDocument |
| exp_  | experiment        |
| var_  | variant           |
| btn_  | chatButton        |
| chs_  | chatSession       |
| lk_   | personalLink      |
| gr_   | linkGreeting      |
| era_  | erasure           |
| key_  | apiKey               |
| req_  | request           |
| ws_   | workspace         |
| msg_  | message           |
| whd_  | webhookDelivery   |
`)

/** The limits, their values, and their places in the contract. */
export const limitTable = rows(`
| Request body                                | 256 KB         | bodyBytes                |
| Body of the two document writes             | 1 MB           | documentBodyBytes        |
| Messages of each conversation in a list     | 200            | expandedMessages         |
| Active secret keys per workspace            | 25             | activeKeys               |
| Access token of a connected app             | 1 hour         | accessTokenSeconds       |
| Webhook endpoints per workspace             | 16             | webhookEndpoints         |
| Chat buttons per workspace                  | 20             | chatButtons              |
| Minimum page size                           | 1              | pageSize.min             |
| Maximum page size                           | 100            | pageSize.max             |
| Default page size                           | 25             | pageSize.default         |
| Length of an idempotency key                | 255 characters | idempotencyKeyLength     |
| Stored answers are replayed for             | 24 hours       | idempotencyReplaySeconds |
| Idempotency key of a dead process is free after | 90 seconds | idempotencyLockSeconds   |
| Rate limit window                           | 1 minute       | rateWindowSeconds        |
| Time limit of a chat turn                   | 60 seconds     | chatTurnSeconds          |
| Event log                                   | 30 days        | eventLogSeconds          |
| Requests in the request log                 | 50             | requestLogLength         |
| Age of requests in the request log          | 30 days        | requestLogSeconds        |
| Window of the results of a personal link    | 30 days        | linkResultsSeconds       |
| Time for which a delivery can be sent again | 30 days        | redeliverySeconds        |
| Time for which an old secret also signs     | 24 hours       | secretOverlapSeconds     |
| Secrets that sign at the same time          | 5              | signingSecrets           |
| Time limit of a webhook answer              | 10 seconds     | webhookTimeoutSeconds    |
| Bytes read of a webhook answer              | 64 KB          | webhookAnswerBytes       |
| Part of a webhook answer in the log         | 500 characters | webhookAnswerCharacters  |
| Webhook timestamp tolerance                 | 5 minutes      | webhookToleranceSeconds  |
| Time without a success before an endpoint is disabled | 3 days | webhookFailingSeconds    |
| Variation of the wait before a retry        | 10 %           | webhookRetryJitter       |
| Longest wait that Retry-After can ask for   | 24 hours       | webhookRetryAfterSeconds |
| Retry 1                                     | 30 seconds     | webhookRetrySeconds.0    |
| Retry 2                                     | 5 minutes      | webhookRetrySeconds.1    |
| Retry 3                                     | 30 minutes     | webhookRetrySeconds.2    |
| Retry 4                                     | 2 hours        | webhookRetrySeconds.3    |
| Retry 5                                     | 5 hours        | webhookRetrySeconds.4    |
| Retry 6                                     | 10 hours       | webhookRetrySeconds.5    |
| Retry 7                                     | 24 hours       | webhookRetrySeconds.6    |
| Retry 8                                     | 30 hours       | webhookRetrySeconds.7    |
`)

/** Plan, standard and heavy requests per minute, chat sessions per month. */
export const planTable = rows(`
| Origin | 120   | 10 | not included |
| Adapt  | 120   | 10 | 500          |
| Evolve | 600   | 30 | 2,500        |
| Apex   | 1,200 | 60 | 10,000       |
`)

/** Code and its statuses. */
export const errorStatusTable = rows(`
| authentication_required | 401         |
| invalid_api_key         | 401         |
| insufficient_scope      | 403         |
| payment_required        | 402         |
| invalid_request         | 400 405 413 |
| not_found               | 404         |
| conflict                | 409         |
| idempotency_key_reused  | 422         |
| idempotency_key_in_use  | 409         |
| rate_limited            | 429         |
| quota_exceeded          | 429         |
| unsupported_version     | 400         |
| feature_disabled        | 403         |
| unprocessable           | 422         |
| internal_error          | 500 502     |
`)

/** Event type, and the member `object` of its `data.object`, if it has one. */
export const eventTypeTable = rows(`
| lead.captured           | contact          |
| handoff.requested       | conversation     |
| meeting.booked          | meeting          |
| meeting.rescheduled     | meeting          |
| meeting.canceled        | meeting          |
| conversation.started    | conversation     |
| conversation.completed  | conversation     |
| experiment.started      | experiment       |
| experiment.winner_found | experiment       |
| knowledge.source_failed | knowledge_source |
| webhook.test            |                  |
| contact.deleted         | contact          |
| message.created         |                  |
| handoff.unanswered      | conversation     |
| conversation.deleted    | conversation     |
`)

/** Every scope, in the order of docs/api.md#scopes. */
export const scopeNames = [
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
