import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'

/**
 * Lists the routes that are added from here on, so that a build's calls can be checked against them. The
 * route of pages, which takes every address, is no call.
 */
export function listRoutes(app: FastifyInstance, { memory }: Deps): void {
  const routes: string[] = []
  memory.routes = routes
  app.addHook('onRoute', ({ method, url }) => {
    if (url === '/*') return
    routes.push(...[method].flat().map((each) => `${each} ${url}`))
  })
}
