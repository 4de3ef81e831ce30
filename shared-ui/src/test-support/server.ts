import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

/**
 * Stands at the network's edge in component tests; a request without a handler fails the test. Each open
 * record reports itself where there is a stream.
 */
export const server = setupServer(http.post('*/api/presence', () => HttpResponse.json({ presence: null })))
