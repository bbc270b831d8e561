// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.

/**
 * Every operation of the contract, without its schemas: the facts that the client needs at run time.
 * A resource has the common beginning of its paths, a line for each operation, and the prefixes of
 * the ids in the paths, in order. A line has the method, the rest of the path, and further words:
 * `GET /{id} query`.
 */
export const routes: Readonly<
  Record<
    string,
    readonly [path: string, operations: Readonly<Record<string, string>>, prefixes?: string]
  >
> = {
  agent: ['/agent', {
    get: 'GET',
    update: 'PATCH body',
  }],
  analytics: ['/analytics', {
    get: 'GET query',
  }],
  appearance: ['/appearance', {
    get: 'GET',
    update: 'PATCH body',
  }],
  chatButtons: ['/chat_buttons', {
    list: 'GET list',
    create: 'POST body',
    get: 'GET /{id}',
    update: 'PATCH /{id} body',
    delete: 'DELETE /{id}',
  }, 'btn_'],
  chatSessions: ['/chat/sessions', {
    create: 'POST body',
    get: 'GET /{id}',
    send: 'POST /{id}/messages stream body heavy',
  }, 'chs_'],
  contacts: ['/contacts', {
    list: 'GET list query paged',
    get: 'GET /{id}',
    upsert: 'POST body',
    update: 'PATCH /{id} body',
    delete: 'DELETE /{id}',
  }, 'ct_'],
  conversations: ['/conversations', {
    list: 'GET list query paged',
    get: 'GET /{id} query',
    delete: 'DELETE /{id}',
    join: 'POST /{id}/join body',
    send: 'POST /{id}/messages body',
    leave: 'POST /{id}/leave body',
  }, 'conv_'],
  events: ['/events', {
    list: 'GET list query paged',
    get: 'GET /{id}',
    redeliver: 'POST /{id}/redeliver',
  }, 'evt_'],
  experiments: ['/experiments', {
    list: 'GET list query paged',
    create: 'POST body',
    get: 'GET /{id}',
    start: 'POST /{id}/start',
    pause: 'POST /{id}/pause',
    resume: 'POST /{id}/resume',
    stop: 'POST /{id}/stop',
    proposeVariant: 'POST /{id}/variants body',
    promote: 'POST /{id}/promote body',
    applyWinner: 'POST /{id}/apply_winner',
  }, 'exp_'],
  knowledgeDocuments: ['/knowledge/documents', {
    create: 'POST body heavy',
    list: 'GET list query paged',
    get: 'GET /{id}',
    update: 'PATCH /{id} body heavy',
    delete: 'DELETE /{id}',
  }, 'doc_'],
  knowledgeSources: ['/knowledge/sources', {
    create: 'POST body',
    list: 'GET list query paged',
    get: 'GET /{id}',
    delete: 'DELETE /{id}',
    refresh: 'POST /{id}/refresh heavy',
  }, 'src_'],
  linkGreetings: ['/link_greetings', {
    list: 'GET list query paged',
    create: 'POST body',
    get: 'GET /{id}',
    update: 'PATCH /{id} body',
    delete: 'DELETE /{id}',
  }, 'gr_'],
  me: ['/me', {
    get: 'GET',
  }],
  meetings: ['/meetings', {
    list: 'GET list query paged',
    get: 'GET /{id}',
  }, 'mtg_'],
  personalLinks: ['/personal_links', {
    list: 'GET list query paged',
    create: 'POST body',
    get: 'GET /{id}',
    update: 'PATCH /{id} body',
    delete: 'DELETE /{id}',
    buildUrl: 'POST /{id}/urls body',
  }, 'lk_'],
  privacy: ['/privacy', {
    export: 'POST /exports body heavy',
    erase: 'POST /erasures body',
  }],
  webhookEndpoints: ['/webhook_endpoints', {
    create: 'POST body',
    list: 'GET list',
    get: 'GET /{id}',
    update: 'PATCH /{id} body',
    delete: 'DELETE /{id}',
    test: 'POST /{id}/test heavy',
    rotateSecret: 'POST /{id}/rotate_secret',
    listDeliveries: 'GET /{id}/deliveries list query paged',
    redeliver: 'POST /{id}/deliveries/{delivery_id}/redeliver',
  }, 'we_ whd_'],
  workspace: ['/workspace', {
    get: 'GET',
  }],
}

/** By code: whether a refused request may be sent again, whatever the status. */
export const retryExceptions: ReadonlyMap<string, boolean> = new Map([
  ['idempotency_key_in_use', true],
  ['quota_exceeded', false],
])

/** The version of the API that the types describe. */
export const apiVersion = '2026-10-12'

/** The most items on one page of a list. */
export const largestPage = 100

/** How long the event log keeps an event, in milliseconds. */
export const eventLogMs = 2592000000

/** The version of this package. */
export const clientVersion = '0.1.0'

/** The name and version of this package, as requests send them in `User-Agent`. */
export const userAgent = 'doorkit-client/0.1.0'
