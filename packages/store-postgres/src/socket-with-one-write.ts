import { Socket } from 'node:net'

/**
 * A socket that sends all writes of one tick together. `pg` corks each statement of a batch, which would
 * need a system call for each.
 */
export function gatheringSocket(): Socket {
  const socket = new Socket()
  const uncork = socket.uncork.bind(socket)
  socket.uncork = () => process.nextTick(uncork)
  return socket
}
