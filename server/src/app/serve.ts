import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { makeSetupLink } from '#domain/users/sign-in/setup-link.ts'
import { warnOfOfficeAddresses } from '#platform/configuration/office-addresses.ts'
import { thaw } from '#platform/auth/freeze.ts'
import { microsoftClient } from '#platform/auth/microsoft-client.ts'
import { leaveDemo } from '#platform/auth/leave-demo.ts'
import { warnOfUnfitRemotes } from '#deployments/can-deploy.ts'
import { publishOwnBuilds } from '#platform/federation/publish.ts'
import { openAuditSink } from '#platform/audit/audit-sink.ts'
import { AuditForwarder } from '#platform/audit/forward-audit.ts'
import { seedFirstStart } from './seed/first-start.ts'
import { startArchiving } from './backups/archive.ts'
import { buildApp } from './app.ts'
import type { Deps } from './deps.ts'
import { addressesOf, listenForRequests, listenOn } from '#platform/http/listen.ts'
import type { OpenedDeps, WorkerRole } from './open-deps.ts'
import { reportListening } from './workers.ts'
import { TaskScheduler } from '#platform/scheduling/task-scheduler.ts'
import { scheduledTasks } from './scheduled-tasks.ts'

const maxStopMs = 10_000
/** Searches, counts and exports that still run after this time of a stop are canceled. */
const cancelAfterMs = 5_000

const leftSentence =
  'These data were made in demo mode, where everybody may do everything: its accounts are closed now. Keep no real records here; a real portal begins with an empty DATA_DIR.'

const aloneSentence =
  'Files are kept on this machine alone (no S3_ENDPOINT): a second server on this database needs the same bucket, or this folder.'

/** Explains in one line how to sign in. */
async function howToSignIn(deps: Deps): Promise<string> {
  if (deps.environment.demo)
    return 'Sign in there with "Continue as superadmin", admin, team or client: no password.'
  const link = await makeSetupLink(deps)
  return link === null
    ? 'Sign in there with your passkey.'
    : `Make the first superadmin within 24 hours by this one-time link: ${link}`
}

/**
 * Starts the server on open dependencies; it stops cleanly on SIGTERM and SIGINT. Closes everything again
 * when the start fails.
 */
export async function serve(
  { deps, close }: OpenedDeps,
  say: (line: string) => void,
  workerRole: WorkerRole = null,
): Promise<void> {
  let app: FastifyInstance | undefined
  let scheduler: TaskScheduler | undefined
  let stopArchiving: (() => Promise<void>) | undefined
  let forwarder: AuditForwarder | undefined
  let isListening = false
  const stopping = new AbortController()
  const stopAll = async (): Promise<void> => {
    await scheduler?.stop()
    await app?.close()
    await forwarder?.stop()
    await stopArchiving?.()
    await close()
  }
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= stopAll())
  const drained = new AbortController()
  /** Serves requests until the load balancer has noticed that the server stops. A second signal ends it. */
  const drain = async (): Promise<void> => {
    deps.draining.begin()
    if (!isListening) return
    await delay(deps.environment.drainSeconds * 1_000, undefined, { signal: drained.signal }).catch(
      () => undefined,
    )
  }
  const stopWithin = async (milliseconds: number): Promise<void> => {
    const late = () => {
      deps.log.error(`the stop took longer than ${milliseconds / 1_000} s and is broken off`)
      process.exit(1)
    }
    setTimeout(late, milliseconds).unref()
    const cancel = () => {
      deps.database.cancelSlow()
      deps.standby?.cancelSlow()
    }
    setTimeout(cancel, cancelAfterMs).unref()
    await stop()
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) {
      drained.abort()
      return
    }
    stopping.abort()
    deps.log.info(`${signal}: stopping`)
    drain()
      .then(() => stopWithin(maxStopMs))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          deps.log.error({ err: error }, 'stop failed')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', onSignal)
  // A terminal sends SIGINT to every process of the server; a worker waits for the word of the one above it.
  process.on('SIGINT', workerRole === null ? onSignal : () => undefined)
  try {
    const isFurther = workerRole === 'further'
    if (!isFurther) await publishOwnBuilds(deps)
    app = await buildApp(deps)
    if (!isFurther) await warnOfUnfitRemotes(deps)
    if (deps.environment.demo && !isFurther) await seedFirstStart(deps, say, { signal: stopping.signal })
    if (!isFurther) await warnOfOfficeAddresses(deps)
    const left = deps.environment.demo || isFurther ? null : await leaveDemo(deps)
    if (deps.environment.unfreezeSignIns && !isFurther && (await thaw(deps, null, null)))
      say('Sign-ins were frozen and are open again. Start without UNFREEZE_SIGN_INS from now on.')
    scheduler = new TaskScheduler(deps, scheduledTasks(deps))
    scheduler.start()
    stopArchiving = startArchiving(deps)
    const { auditLog } = deps.environment
    if (auditLog !== null) {
      forwarder = new AuditForwarder(deps, auditLog, openAuditSink(auditLog))
      forwarder.start()
    }
    const opened = app
    await listenOn(deps.environment, async ({ port, host }) =>
      listenForRequests(opened, {
        port,
        addresses: await addressesOf(host),
        reusePort: workerRole !== null,
      }),
    )
    isListening = true
    if (workerRole !== null) reportListening(deps.metrics)
    // Logs errors of the Microsoft sign-in. The portal works without it, so the start does not wait for it.
    if (deps.environment.oidc !== null) void microsoftClient(deps).catch(() => undefined)
    if (isFurther) return
    say(`The permit portal is running at ${deps.environment.publicOrigin}`)
    say(await howToSignIn(deps))
    if (left !== null && Object.values(left).some((count) => count > 0)) say(leftSentence)
    if (deps.database.kind === 'server' && deps.store.kind === 'embedded') say(aloneSentence)
    if (deps.scanner.kind === 'none')
      say('No virus scanner is configured (CLAMD_URL): files are kept and shown as not scanned.')
  } catch (error) {
    await stop()
    // Where a signal stops the start, the rest of the start fails for want of the database.
    if (!stopping.signal.aborted) throw error
  }
}
