import process from 'node:process'

// An import would read every export of the module, and one of them loads Node's WebSocket: 14 MB
// that the server does not need.
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
