import type { Command } from './command.ts'

/** A command and its loader. Commands are loaded on demand, because a run needs only one. */
export interface CommandEntry {
  readonly summary: string
  load(): Promise<Command>
}

/** Every command, by its name. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  serve: {
    summary: 'Serve the API and deliver its webhooks.',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  'keys create': {
    summary: 'Create an API key. Its secret is shown once.',
    load: async () => (await import('./commands/api-keys.ts')).createKeyCommand,
  },
  'keys list': {
    summary: 'List the API keys of a workspace, including revoked ones.',
    load: async () => (await import('./commands/api-keys.ts')).listKeysCommand,
  },
  'keys revoke': {
    summary: 'Revoke an API key, immediately and permanently.',
    load: async () => (await import('./commands/api-keys.ts')).revokeKeyCommand,
  },
  'site-keys list': {
    summary: 'Show the site keys that the pages of a website use.',
    load: async () => (await import('./commands/site-keys.ts')).listSiteKeysCommand,
  },
  'site-keys update': {
    summary: 'Name the origins whose pages may use the site key.',
    load: async () => (await import('./commands/site-keys.ts')).updateSiteKeyCommand,
  },
  'site-keys replace': {
    summary: 'Replace the current site key with a new one.',
    load: async () => (await import('./commands/site-keys.ts')).replaceSiteKeyCommand,
  },
  'site-keys identity-secret': {
    summary: "Show the secret with which the website's server signs the identity of its visitors.",
    load: async () => (await import('./commands/site-keys.ts')).identitySecretCommand,
  },
  'console-link': {
    summary: 'Make a link that signs one person in to the console, once.',
    load: async () => (await import('./commands/console-link.ts')).consoleLinkCommand,
  },
  'workspaces create': {
    summary: 'Create a workspace.',
    load: async () => (await import('./commands/workspaces.ts')).createWorkspaceCommand,
  },
  'workspaces list': {
    summary: 'List the workspaces of a store.',
    load: async () => (await import('./commands/workspaces.ts')).listWorkspacesCommand,
  },
  requests: {
    summary: 'List the last 50 requests of a workspace, at most 30 days old.',
    load: async () => (await import('./commands/requests.ts')).requestsCommand,
  },
  doctor: {
    summary: 'Check a deployment, and say what to do about each finding.',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  migrate: {
    summary: "Update a store to this version's schema.",
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  'migrate status': {
    summary: 'Show whether a store needs a migration, and whether one is running.',
    load: async () => (await import('./commands/migrate.ts')).migrateStatusCommand,
  },
  copy: {
    summary: 'Copy everything, or one workspace, from one store to another.',
    load: async () => (await import('./commands/copy.ts')).copyCommand,
  },
  backup: {
    summary: 'Back up a SQLite database to a file and check it. Servers keep running.',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  listen: {
    summary: 'Forward the events of a workspace to a URL, signed.',
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
    summary: 'Create a webhook endpoint. Its secret is shown once.',
    load: async () => (await import('./commands/webhook-endpoints.ts')).createEndpointCommand,
  },
  'webhooks list': {
    summary: 'List the webhook endpoints of a workspace.',
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
    summary: 'Sign a body, and print the headers of its delivery.',
    load: async () => (await import('./commands/webhooks.ts')).signWebhookCommand,
  },
  'webhooks verify': {
    summary: 'Verify a delivery, or say why it does not verify.',
    load: async () => (await import('./commands/webhooks.ts')).verifyWebhookCommand,
  },
  export: {
    summary: 'Print everything that is stored about a person.',
    load: async () => (await import('./commands/privacy.ts')).exportCommand,
  },
  erase: {
    summary: 'Erase everything about a person, permanently.',
    load: async () => (await import('./commands/privacy.ts')).eraseCommand,
  },
  retention: {
    summary: 'Count or remove old conversations, meetings and bookings.',
    load: async () => (await import('./commands/retention.ts')).retentionCommand,
  },
  scrub: {
    summary: 'Rewrite a SQLite database, so that no erased byte is left in its file.',
    load: async () => (await import('./commands/scrub.ts')).scrubCommand,
  },
  'master-keys generate': {
    summary: 'Generate the next master key for DOORKIT_MASTER_KEYS.',
    load: async () => (await import('./commands/master-keys.ts')).generateMasterKeyCommand,
  },
  'master-keys status': {
    summary: 'Show which master keys a store needs, and how many values each seals.',
    load: async () => (await import('./commands/master-keys.ts')).masterKeyStatusCommand,
  },
  'master-keys reseal': {
    summary: 'Seal everything with the newest master key, so that others can be removed.',
    load: async () => (await import('./commands/master-keys.ts')).resealCommand,
  },
  openapi: {
    summary: 'Print the OpenAPI document of the API.',
    load: async () => (await import('./commands/openapi.ts')).openapiCommand,
  },
}
