// A process whose channel closes some time before it ends, like a process that writes a dump of its
// memory.
process.send?.(null)
process.once('message', () => {
  process.disconnect()
  setTimeout(() => process.exit(3), 500)
})
