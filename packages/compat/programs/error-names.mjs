// Imports entries, and lists the error classes that each exports, with the names of the classes.
const { specifiers } = JSON.parse(process.argv[2])
const names = []
for (const specifier of specifiers) {
  for (const [exported, value] of Object.entries(await import(specifier))) {
    if (!(value?.prototype instanceof Error)) continue
    names.push({ specifier, exported, name: value.name })
  }
}
process.stdout.write(JSON.stringify(names))
