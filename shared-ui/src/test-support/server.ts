import { setupServer } from 'msw/node'

/** Stands at the network's edge in component tests; a request without a handler fails the test. */
export const server = setupServer()
