import type { Command } from './command.ts'

const apiKeys = () => import('./commands/api-keys.ts')
const masterKeys = () => import('./commands/master-keys.ts')
const migrate = () => import('./commands/migrate.ts')
const privacy = () => import('./commands/privacy.ts')
const siteKeys = () => import('./commands/site-keys.ts')
const webhookEndpoints = () => import('./commands/webhook-endpoints.ts')
const webhooks = () => import('./commands/webhooks.ts')
const workspaces = () => import('./commands/workspaces.ts')

/** What each command does, in the order of `doorkit --help`. */
export const summaries = {
  serve: 'Serve the API and deliver its webhooks.',
  'keys create': 'Create an API key. Its secret is shown once.',
  'keys list': 'List the API keys of a workspace, including revoked ones.',
  'keys revoke': 'Revoke an API key, immediately and permanently.',
  'site-keys list': 'List the site keys of a workspace, including replaced ones.',
  'site-keys update': 'Name the origins whose pages may use the site key.',
  'site-keys replace': 'Replace the current site key with a new one.',
  'site-keys identity-secret':
    "Show the secret with which the website's server signs the identity of its visitors.",
  'console-link': 'Make a link that signs one person in to the console, once.',
  'workspaces create': 'Create a workspace.',
  'workspaces list': 'List the workspaces of a store.',
  requests: 'List the last 50 requests of a workspace, at most 30 days old.',
  doctor: 'Check a deployment, and say what to do about each finding.',
  migrate: "Update a store to this version's schema.",
  'migrate status': 'Show whether a store needs a migration, and whether one is running.',
  copy: 'Copy everything, or one workspace, from one store to another.',
  backup: 'Back up a SQLite database to a file, and check the backup. Servers keep running.',
  listen: 'Forward the events of a workspace to a URL, signed.',
  tail: 'Print the events of a workspace as they happen.',
  trigger: 'Make an event happen in a test workspace.',
  'webhooks create': 'Create a webhook endpoint. Its secret is shown once.',
  'webhooks list': 'List the webhook endpoints of a workspace.',
  'webhooks test': 'Send a test event to an endpoint, and show the answer.',
  'webhooks delete': 'Delete a webhook endpoint.',
  'webhooks sign': 'Sign a body, and print the headers of its delivery.',
  'webhooks verify': 'Verify a delivery, or say why it does not verify.',
  export: 'Print everything that is stored about a person.',
  erase: 'Erase everything about a person, permanently.',
  retention: 'Count or remove old conversations, meetings and bookings.',
  scrub: 'Rewrite a SQLite database, so that no erased byte is left in its file.',
  'master-keys generate': 'Generate the next master key for DOORKIT_MASTER_KEYS.',
  'master-keys status': 'Show which master keys a store needs, and how many values each seals.',
  'master-keys reseal':
    'Seal everything with the newest master key, so that others can be removed.',
  openapi: 'Print the OpenAPI document of the API.',
}

/** The name of a command. */
export type CommandName = keyof typeof summaries

/** The functions that load the commands, so that the CLI loads only the one that it runs. */
export const loaders: Readonly<Record<CommandName, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  'keys create': async () => (await apiKeys()).createKeyCommand,
  'keys list': async () => (await apiKeys()).listKeysCommand,
  'keys revoke': async () => (await apiKeys()).revokeKeyCommand,
  'site-keys list': async () => (await siteKeys()).listSiteKeysCommand,
  'site-keys update': async () => (await siteKeys()).updateSiteKeyCommand,
  'site-keys replace': async () => (await siteKeys()).replaceSiteKeyCommand,
  'site-keys identity-secret': async () => (await siteKeys()).identitySecretCommand,
  'console-link': async () => (await import('./commands/console-link.ts')).consoleLinkCommand,
  'workspaces create': async () => (await workspaces()).createWorkspaceCommand,
  'workspaces list': async () => (await workspaces()).listWorkspacesCommand,
  requests: async () => (await import('./commands/requests.ts')).requestsCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  migrate: async () => (await migrate()).migrateCommand,
  'migrate status': async () => (await migrate()).migrateStatusCommand,
  copy: async () => (await import('./commands/copy.ts')).copyCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  listen: async () => (await import('./commands/listen.ts')).listenCommand,
  tail: async () => (await import('./commands/tail.ts')).tailCommand,
  trigger: async () => (await import('./commands/trigger.ts')).triggerCommand,
  'webhooks create': async () => (await webhookEndpoints()).createEndpointCommand,
  'webhooks list': async () => (await webhookEndpoints()).listEndpointsCommand,
  'webhooks test': async () => (await webhookEndpoints()).testEndpointCommand,
  'webhooks delete': async () => (await webhookEndpoints()).deleteEndpointCommand,
  'webhooks sign': async () => (await webhooks()).signWebhookCommand,
  'webhooks verify': async () => (await webhooks()).verifyWebhookCommand,
  export: async () => (await privacy()).exportCommand,
  erase: async () => (await privacy()).eraseCommand,
  retention: async () => (await import('./commands/retention.ts')).retentionCommand,
  scrub: async () => (await import('./commands/scrub.ts')).scrubCommand,
  'master-keys generate': async () => (await masterKeys()).generateMasterKeyCommand,
  'master-keys status': async () => (await masterKeys()).masterKeyStatusCommand,
  'master-keys reseal': async () => (await masterKeys()).resealCommand,
  openapi: async () => (await import('./commands/openapi.ts')).openapiCommand,
}
