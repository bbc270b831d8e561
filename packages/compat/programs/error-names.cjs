// Requires entries, and lists the error classes that each exports, with the names of the classes.
const { specifiers } = JSON.parse(process.argv[2])
const names = specifiers.flatMap((specifier) =>
  Object.entries(require(specifier))
    .filter(([, value]) => value?.prototype instanceof Error)
    .map(([exported, value]) => ({ specifier, exported, name: value.name })),
)
process.stdout.write(JSON.stringify(names))
