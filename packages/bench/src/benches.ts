import type { Bench } from './report.ts'

/** Every bench, by its name on the command line. A bench is loaded only when it is used. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  chat: async () => (await import('./chat/chat-bench.ts')).chatBench,
  faults: async () => (await import('./faults/faults-bench.ts')).faultsBench,
  client: async () => (await import('./client/client-bench.ts')).clientBench,
  server: async () => (await import('./server/server-bench.ts')).serverBench,
  site: async () => (await import('./site/site-bench.ts')).siteBench,
  stores: async () => (await import('./stores/stores-bench.ts')).storesBench,
  console: async () => (await import('./console/console-bench.ts')).consoleBench,
  deliveries: async () => (await import('./deliveries/deliveries-bench.ts')).deliveriesBench,
  search: async () => (await import('./search/search-bench.ts')).searchBench,
  turn: async () => (await import('./turn/turn-bench.ts')).turnBench,
  widget: async () => (await import('./widget/widget-bench.ts')).widgetBench,
  size: async () => (await import('./size/size-bench.ts')).sizeBench,
}
