const { specifier } = JSON.parse(process.argv[2])

await import(specifier)
process.stdout.write(JSON.stringify({ megabytes: process.memoryUsage().rss / 1_000_000 }))
