import { randomUUID } from 'node:crypto'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { approvalHandlers } from './approval-handlers.ts'
import type { Deps } from './deps.ts'
import { installPortalCollections } from './domain/collections.ts'
import { approvalRoutes } from '#features/approvals/routes.ts'
import { authRoutes } from '#features/auth/routes.ts'
import { openPost } from '#mail/outbox/post-from-office.ts'
import { getConfiguration, patchConfiguration, resetConfiguration } from '#configuration/configuration.ts'
import { getOfficeAddressStates } from '#configuration/office-addresses.ts'
import { crudRoutes } from '#features/crud/routes.ts'
import { addModuleSwitches } from '#federation/module-switches.ts'
import { closedCollections, closedModules } from '#federation/registry.ts'
import { federationRoutes } from '#deployments/routes.ts'
import { fileEvents } from '#files/file-events.ts'
import { storeFile } from '#files/store-file.ts'
import { openContent } from '#files/open-content.ts'
import { getStorageUse } from '#files/storage-use.ts'
import { filesRoutes } from '#files/routes.ts'
import { healthRoutes } from '#features/health/routes.ts'
import { exportRoutes } from '#export/routes.ts'
import { importHandler } from '#import/import-job.ts'
import { importRoutes } from '#import/routes.ts'
import { jobsRoutes } from '#features/jobs/routes.ts'
import { pdfRoutes } from '#features/pdf/routes.ts'
import { bulkHandlers } from '#jobs/bulk-jobs.ts'
import { mailRoutes } from '#mail/routes.ts'
import { securityTextRoute } from '#features/static/security-text.ts'
import { addNotFound, addStaticFiles, staticRoutes } from '#features/static/routes.ts'
import { streamRoutes } from '#features/stream/routes.ts'
import { correctionEvents } from '#domain/permits/corrections/corrections.ts'
import { conditionEvents } from '#domain/permits/conditions.ts'
import { addAccess } from './plugins/access.ts'
import { addAddressCheck } from './plugins/address.ts'
import { addAnonymousLimit } from './plugins/anonymous-limit.ts'
import { addBodyDeadline } from './plugins/body-deadline.ts'
import { refuseAddress, refuseConnection } from './plugins/connection-errors.ts'
import { addHeaders } from './plugins/headers.ts'
import { addJsonBodies } from './plugins/json-bodies.ts'
import { Metrics, addMetrics } from './plugins/metrics.ts'
import { addOriginCheck } from './plugins/origin.ts'
import { addProblems, maxBodyBytes } from './plugins/problems.ts'
import { addRateLimit } from './plugins/rate-limit.ts'
import { addRefusalAudit } from './plugins/refusal-audit.ts'
import { addRequestLog } from './plugins/request-log.ts'
import { RequestLogger } from './plugins/request-logger.ts'
import { addSession } from './plugins/session.ts'
import { addStepUp } from './plugins/step-up.ts'

/** An upload may take 15 minutes (specification.md 9). The limit for request headers is shorter. */
const maxRequestMs = 16 * 60_000
const maxHeadersMs = 20_000
/** Interval at which connections are checked for timeouts. */
const pollIntervalMs = 5_000

/**
 * Builds the server without listening on a port: the hooks for every request in their order, then the
 * features.
 */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  installPortalCollections()
  const loggerInstance: FastifyBaseLogger = new RequestLogger(deps.log, {})
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    trustProxy: deps.environment.trustedProxies.length > 0 && [...deps.environment.trustedProxies],
    requestTimeout: maxRequestMs,
    clientErrorHandler: refuseConnection,
    frameworkErrors: refuseAddress,
    http: { headersTimeout: maxHeadersMs, connectionsCheckingInterval: pollIntervalMs },
    routerOptions: { maxParamLength: 300 },
  })

  // 1. Hooks that apply to every response.
  addRequestLog(app)
  addHeaders(app, deps.environment)
  addProblems(app)
  addJsonBodies(app)
  addBodyDeadline(app)

  // 2. Checks of every request, in the order of contract.md 10.2: origin, session, rate limit, access.
  addOriginCheck(app, deps.environment)
  await addSession(app, deps)
  addAnonymousLimit(app, deps)
  addRateLimit(app, deps)
  addRefusalAudit(app, deps)
  addAccess(app)
  addModuleSwitches(app, deps)
  addStepUp(app, deps)
  addAddressCheck(app)
  addNotFound(app)
  await addStaticFiles(app)
  const metrics = new Metrics()
  addMetrics(app, metrics, deps.environment)

  // 3. The features.
  await app.register(healthRoutes(deps))
  await app.register(authRoutes({ ...deps, openPost: () => openPost(deps) }))
  await app.register(
    crudRoutes(deps, {
      configuration: {
        get: getConfiguration,
        patch: patchConfiguration,
        reset: resetConfiguration,
        addresses: getOfficeAddressStates,
        storage: getStorageUse,
      },
      closedCollections,
      closedModules,
    }),
  )
  await app.register(jobsRoutes(deps, { ...bulkHandlers, import: importHandler }))
  await app.register(importRoutes(deps))
  await app.register(exportRoutes(deps))
  await app.register(pdfRoutes(deps))
  await app.register(mailRoutes(deps, { openFile: openContent, storeFile }))
  await app.register(filesRoutes(deps))
  await app.register(
    streamRoutes(deps, { files: fileEvents, conditions: conditionEvents, corrections: correctionEvents }),
  )
  await app.register(federationRoutes(deps, metrics))
  await app.register(approvalRoutes(deps, approvalHandlers(deps)))

  // 4. Pages and assets, and the fallback for all other requests.
  await app.register(securityTextRoute(deps))
  await app.register(staticRoutes(deps))
  return app
}
