const { specifier } = JSON.parse(process.argv[2])

require(specifier)
process.stdout.write(JSON.stringify({ megabytes: process.memoryUsage().rss / 1_000_000 }))
