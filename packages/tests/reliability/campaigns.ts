import type { Campaign } from './campaign.ts'

/** An existing Citus cluster: see CONTRIBUTING.md. */
const cluster = process.env.DOORKIT_TEST_CITUS_URL
const program = process.env.DOORKIT_TEST_CITUS_CONTROL

/** Every campaign, by the name for `--only`. A campaign is loaded when it runs. */
export const campaigns: Readonly<Record<string, () => Promise<Campaign>>> = {
  authorization: async () => (await import('./authorization/campaign.ts')).authorization,
  kills: async () => (await import('./fleet/campaign.ts')).kills,
  fleet: async () => (await import('./fleet/campaign.ts')).fleet,
  ...(cluster !== undefined && {
    citus: async () => (await import('./fleet/campaign.ts')).fleetOn(cluster, program),
  }),
  turns: async () => (await import('./turns/campaign.ts')).turns,
  turnsOnPostgres: async () => (await import('./turns/campaign.ts')).turnsOnPostgres,
  clocks: async () => (await import('./clocks/campaign.ts')).clocks,
  disks: async () => (await import('./disks/campaign.ts')).disks,
  silentReceivers: async () => (await import('./silent-receivers/campaign.ts')).silentReceivers,
  stalls: async () => (await import('./stalls/campaign.ts')).stalls,
  neighbors: async () => (await import('./neighbors/campaign.ts')).neighbors,
  erasure: async () => (await import('./erasure/campaign.ts')).erasure,
  team: async () => (await import('./team/campaign.ts')).team,
  strings: async () => (await import('./strings/campaign.ts')).strings,
  sockets: async () => (await import('./sockets/campaign.ts')).sockets,
  addresses: async () => (await import('./addresses/campaign.ts')).addresses,
}
