import { Socket } from 'node:net'

/**
 * A socket that sends what is written in one turn as one: each statement of a batch is corked by `pg`
 * and would be sent by a call of the system of its own.
 */
export function gatheringSocket(): Socket {
  const socket = new Socket()
  const uncork = socket.uncork.bind(socket)
  socket.uncork = () => process.nextTick(uncork)
  return socket
}
