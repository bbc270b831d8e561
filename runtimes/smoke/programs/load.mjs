const { specifier } = JSON.parse(process.argv[2])

const before = performance.now()
await import(specifier)
const ms = performance.now() - before
process.stdout.write(JSON.stringify({ ms, megabytes: process.memoryUsage().rss / 1_000_000 }))
