// Requires entries one after the other, and reports for each that it loads, or its error.
const { specifiers } = JSON.parse(process.argv[2])
const outcomes = {}
for (const specifier of specifiers) {
  try {
    require(specifier)
    outcomes[specifier] = 'loads'
  } catch ({ message }) {
    outcomes[specifier] = message
  }
}
process.stdout.write(JSON.stringify(outcomes))
