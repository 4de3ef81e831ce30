import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { approvalHandlers } from './approval-handlers.ts'
import type { Deps } from './deps.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { approvalRoutes } from '#domain/approvals/routes.ts'
import { authRoutes } from '#domain/users/sign-in/routes.ts'
import { deliveryRoutes } from '#domain/notifications/delivery/delivery.routes.ts'
import { preferencesRoutes } from '#domain/notifications/preferences/preferences.routes.ts'
import { openPost } from '#mail/outbox/post-from-office.ts'
import { patchConfiguration, resetConfiguration } from '#domain/configuration/change-configuration.ts'
import { getConfiguration } from '#platform/configuration/configuration.ts'
import { getOfficeAddressStates } from '#platform/configuration/office-addresses.ts'
import { calendarFeedRoutes } from '#domain/calendar/feeds.routes.ts'
import { crudRoutes } from './crud/routes.ts'
import { runRecordCall } from './crud/run-record-call.ts'
import type { CrudDeps } from '#engine/routes/record-route.ts'
import { appRoutes } from '#deployments/apps/routes.ts'
import { addModuleSwitches } from '#platform/federation/module-switches.ts'
import { closedCollections, closedModules } from '#platform/federation/registry.ts'
import { federationRoutes } from '#deployments/routes.ts'
import { listRoutes } from './list-routes.ts'
import { fileEvents } from '#files/file-events.ts'
import { storeFile } from '#files/store-file.ts'
import { openContent } from '#files/open-content.ts'
import { getStorageUse } from '#files/storage-use.ts'
import { filesRoutes } from '#files/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { observationExportRoutes } from '#export/observations.ts'
import { exportRoutes } from '#export/routes.ts'
import { importHandler } from '#import/import-job.ts'
import { importRoutes } from '#import/routes.ts'
import { backgroundRoutes } from './jobs/background-routes.ts'
import { jobsRoutes } from './jobs/routes.ts'
import { pdfRoutes } from '#export/pdf/routes.ts'
import { feedHandlers } from '#domain/authorities/feeds/feed-jobs.ts'
import { bulkHandlers } from '#domain/bulk/bulk-jobs.ts'
import { mergeHandlers } from '#domain/organizations/merge/undo-merge.ts'
import { mailRoutes } from '#mail/routes.ts'
import { securityTextRoute } from './static/security-text.ts'
import { addNotFound, addStaticFiles, staticRoutes } from './static/routes.ts'
import { streamRoutes } from '#domain/stream/routes.ts'
import { correctionEvents } from '#domain/permits/corrections/corrections.ts'
import { conditionEvents } from '#domain/permits/conditions.ts'
import { addAccess } from '#platform/http/access.ts'
import { addAccessLog } from '#platform/http/access-log.ts'
import { addAddressCheck } from '#platform/http/address.ts'
import { addAnonymousLimit } from '#platform/http/anonymous-limit.ts'
import { addBodyDeadline } from '#platform/http/body-deadline.ts'
import { refuseAddress, refuseConnection } from '#platform/http/connection-errors.ts'
import { addDraining } from '#platform/http/draining.ts'
import { addHeaders } from '#platform/http/headers.ts'
import { addJsonBodies } from '#platform/http/json-bodies.ts'
import { addMetrics } from '#platform/http/metrics.ts'
import { addOriginCheck } from '#platform/http/origin.ts'
import { addProblems, maxBodyBytes } from '#platform/http/problems.ts'
import { addRateLimit } from '#platform/http/rate-limit.ts'
import { addRefusalAudit } from '#platform/http/refusal-audit.ts'
import { addTraceIds, requestIds, trustedBy } from '#platform/http/request-id.ts'
import { RequestLogger } from '#platform/http/request-logger.ts'
import { addDatabaseMetrics, addDiskMetrics } from '#platform/metrics/storage-metrics.ts'
import { addSpareConnections } from '#platform/http/spare-connections.ts'
import { addSession } from '#platform/sessions/session.ts'
import { addTracing } from '#platform/tracing/tracing.ts'
import { addStepUp } from '#platform/http/step-up.ts'

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
  const isTrusted = trustedBy(deps.environment)
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(isTrusted),
    bodyLimit: maxBodyBytes,
    trustProxy: deps.environment.trustedProxies.length > 0 && [...deps.environment.trustedProxies],
    requestTimeout: maxRequestMs,
    // A request that arrives while the server stops is still served.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: refuseAddress,
    http: { headersTimeout: maxHeadersMs, connectionsCheckingInterval: pollIntervalMs },
    routerOptions: { maxParamLength: 300 },
  })

  // 1. Hooks that apply to every response.
  addTraceIds(app, isTrusted)
  if (deps.tracing !== undefined) addTracing(app, deps.tracing, isTrusted)
  addAccessLog(app, deps)
  addDraining(app, deps.draining)
  addSpareConnections(app)
  addHeaders(app, deps.environment)
  addProblems(app, deps)
  addJsonBodies(app)
  addBodyDeadline(app)

  // 2. Checks of every request, in the order of contract.md 10.2: origin, session, rate limit, access.
  addOriginCheck(app, deps.environment)
  await addSession(app, deps)
  addAnonymousLimit(app, deps)
  addRateLimit(app, deps)
  addRefusalAudit(app, deps)
  addAccess(app)
  listRoutes(app, deps)
  addModuleSwitches(app, deps)
  addStepUp(app, deps)
  addAddressCheck(app)
  addNotFound(app)
  await addStaticFiles(app)
  addMetrics(app, deps)
  addDatabaseMetrics(deps)
  addDiskMetrics(deps)

  // 3. The features.
  await app.register(healthRoutes(deps))
  const posting = { ...deps, openPost: () => openPost(deps) }
  await app.register(authRoutes(posting))
  await app.register(preferencesRoutes(posting))
  await app.register(deliveryRoutes(posting))
  const parts: CrudDeps = {
    configuration: {
      get: getConfiguration,
      patch: patchConfiguration,
      reset: resetConfiguration,
      addresses: getOfficeAddressStates,
      storage: getStorageUse,
    },
    closedCollections,
    closedModules,
    countUnreadMail: (person) => deps.mail.countUnread(person),
  }
  await app.register(crudRoutes(deps, parts))
  await app.register(calendarFeedRoutes(deps))
  await app.register(
    jobsRoutes(deps, { ...bulkHandlers, ...feedHandlers, ...mergeHandlers, import: importHandler }),
  )
  await app.register(backgroundRoutes(deps))
  await app.register(importRoutes(deps))
  await app.register(exportRoutes(deps))
  await app.register(observationExportRoutes(deps))
  await app.register(pdfRoutes(deps))
  await app.register(mailRoutes(deps, { openFile: openContent, storeFile }))
  await app.register(filesRoutes(deps))
  await app.register(
    streamRoutes(deps, { files: fileEvents, conditions: conditionEvents, corrections: correctionEvents }),
  )
  await app.register(federationRoutes(deps))
  await app.register(appRoutes(deps, runRecordCall(deps, parts)))
  await app.register(approvalRoutes(deps, approvalHandlers(deps)))

  // 4. Pages and assets, and the fallback for all other requests.
  await app.register(securityTextRoute(deps))
  await app.register(staticRoutes(deps))
  return app
}
