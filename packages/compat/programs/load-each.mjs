// Imports entries one after the other, and reports for each that it loads, or its error.
const { specifiers } = JSON.parse(process.argv[2])
const outcomes = {}
for (const specifier of specifiers) {
  outcomes[specifier] = await import(specifier).then(
    () => 'loads',
    ({ message }) => message,
  )
}
process.stdout.write(JSON.stringify(outcomes))
