import type { Command } from './command.ts'

/** A command before it is loaded: most of them are not needed in one run. */
export interface CommandEntry {
  readonly summary: string
  load(): Promise<Command>
}

/** Every command by its words. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  serve: {
    summary: 'Serve the API and deliver its webhooks.',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  'keys create': {
    summary: 'Make an API key. Its secret is shown once.',
    load: async () => (await import('./commands/keys.ts')).createKeyCommand,
  },
  'keys list': {
    summary: 'Show the API keys of a workspace, revoked ones included.',
    load: async () => (await import('./commands/keys.ts')).listKeysCommand,
  },
  'keys revoke': {
    summary: 'Revoke an API key, at once and for good.',
    load: async () => (await import('./commands/keys.ts')).revokeKeyCommand,
  },
  'workspaces create': {
    summary: 'Make a workspace.',
    load: async () => (await import('./commands/workspaces.ts')).createWorkspaceCommand,
  },
  'workspaces list': {
    summary: 'Show every workspace of a store.',
    load: async () => (await import('./commands/workspaces.ts')).listWorkspacesCommand,
  },
  requests: {
    summary: 'Show the last 50 calls of a workspace, up to 30 days back.',
    load: async () => (await import('./commands/requests.ts')).requestsCommand,
  },
  migrate: {
    summary: 'Bring a store to the schema of this version, adding what is missing.',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  'migrate status': {
    summary: 'Show whether a store has the schema of this version, and who changes it.',
    load: async () => (await import('./commands/migrate.ts')).migrateStatusCommand,
  },
  copy: {
    summary: 'Move everything, or one workspace, from one store to another.',
    load: async () => (await import('./commands/copy.ts')).copyCommand,
  },
  backup: {
    summary: 'Write a database to another file, checked, while servers go on.',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  listen: {
    summary: 'Pass the events of a workspace on to a receiver, signed.',
    load: async () => (await import('./commands/listen.ts')).listenCommand,
  },
  tail: {
    summary: 'Print the events of a workspace as they happen.',
    load: async () => (await import('./commands/tail.ts')).tailCommand,
  },
  trigger: {
    summary: 'Make an event happen in a test workspace.',
    load: async () => (await import('./commands/trigger.ts')).triggerCommand,
  },
  'webhooks create': {
    summary: 'Make a webhook endpoint. Its secret is shown once.',
    load: async () => (await import('./commands/webhook-endpoints.ts')).createEndpointCommand,
  },
  'webhooks list': {
    summary: 'Show the webhook endpoints of a workspace.',
    load: async () => (await import('./commands/webhook-endpoints.ts')).listEndpointsCommand,
  },
  'webhooks test': {
    summary: 'Send a test event to an endpoint, and show the answer.',
    load: async () => (await import('./commands/webhook-endpoints.ts')).testEndpointCommand,
  },
  'webhooks delete': {
    summary: 'Delete a webhook endpoint.',
    load: async () => (await import('./commands/webhook-endpoints.ts')).deleteEndpointCommand,
  },
  'webhooks sign': {
    summary: 'Print the headers that make a body a webhook.',
    load: async () => (await import('./commands/webhooks.ts')).signWebhookCommand,
  },
  'webhooks verify': {
    summary: 'Say whether a delivery is genuine, and why not.',
    load: async () => (await import('./commands/webhooks.ts')).verifyWebhookCommand,
  },
  export: {
    summary: 'Print everything that is stored about a person.',
    load: async () => (await import('./commands/privacy.ts')).exportCommand,
  },
  erase: {
    summary: 'Remove everything about a person, for good.',
    load: async () => (await import('./commands/privacy.ts')).eraseCommand,
  },
  scrub: {
    summary: 'Leave no byte of what was erased in a database file, however large.',
    load: async () => (await import('./commands/scrub.ts')).scrubCommand,
  },
  'master-keys generate': {
    summary: 'Make the next key for DOORKIT_MASTER_KEYS.',
    load: async () => (await import('./commands/master-keys.ts')).generateMasterKeyCommand,
  },
  'master-keys status': {
    summary: 'Show which master keys a store needs, and how much each of them seals.',
    load: async () => (await import('./commands/master-keys.ts')).masterKeyStatusCommand,
  },
  'master-keys reseal': {
    summary: 'Seal everything with the newest master key, so that older ones can go.',
    load: async () => (await import('./commands/master-keys.ts')).resealCommand,
  },
  openapi: {
    summary: 'Print the OpenAPI document of the API.',
    load: async () => (await import('./commands/openapi.ts')).openapiCommand,
  },
}
