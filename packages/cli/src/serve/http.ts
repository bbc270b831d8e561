import process from 'node:process'

// Not imported: that would read every export of the module, and one of them loads the WebSocket of
// Node with all it needs, which is 14 MB that a server has no use for.
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
