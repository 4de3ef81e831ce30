import { setupServer } from 'msw/node'

/** Intercepts network requests in component tests; a request without a handler fails the test. */
export const server = setupServer()
