/** What component tests of every front-end package use; never part of a build. */
export { setWidth } from './browser.ts'
export { expectConsole } from './console.ts'
export { crudHandler } from './crud-handler.ts'
export type { CrudAnswer } from './crud-handler.ts'
export { personAs, renderRoutes } from './render-routes.tsx'
export type { Rendered, RenderOptions } from './render-routes.tsx'
export { server } from './server.ts'
