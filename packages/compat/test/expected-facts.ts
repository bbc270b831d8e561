/** The facts that `programs/try-client.mjs` must return on every runtime. */
const everywhere = {
  wrote: { email: 'ada@example.com', company: 'Analytical', same: true },
  replayed: [false, true, true],
  walked: ['ada', 'alan', 'barbara', 'edsger', 'grace'].map((name) => `${name}@example.com`),
  refusal: {
    code: 'not_found',
    status: 404,
    classes: [true, true, true],
    problem: true,
    requestId: true,
  },
  attempts: 2,
  timedOut: 'TimeoutError attempt_timeout',
  aborted: { name: 'AbortedError', code: 'aborted', keptReason: true },
  lost: 'ConnectionError connection_failed',
  chat: { answered: true, outcome: 'complete' },
  refusedIds: Array.from({ length: 3 }, () => 'DoorkitError invalid_argument'),
  leaks: 0,
}

/** The facts on servers, whose memory is private. */
export const expectedOnServers = { ...everywhere, secretKey: 'accepted' }

/** The facts in browsers, in which every visitor could read a secret key. */
export const expectedInPages = { ...everywhere, secretKey: 'invalid_option' }
