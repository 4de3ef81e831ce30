import type { FastifyInstance } from 'fastify'
import { makeSetupLink } from '#features/auth/setup-link.ts'
import { publishOwnBuilds } from '#federation/publish.ts'
import { seedFirstStart } from '#seed/first-start.ts'
import { buildApp } from './app.ts'
import { StartRefusal } from './environment.ts'
import type { Deps } from './deps.ts'
import type { OpenedDeps } from './open-deps.ts'
import { deleteExpiredSessions } from './plugins/sessions.queries.ts'

const longestStopMs = 10_000
const sweepEveryMs = 60 * 60 * 1000

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

async function listen(app: FastifyInstance, { environment }: Deps): Promise<void> {
  const { port, host } = environment
  try {
    await app.listen({ port, host })
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) throw new StartRefusal(`PORT ${port} is taken by another program: stop it, or start with another PORT.`)
    if (hasCode(error, 'EACCES')) throw new StartRefusal(`PORT ${port} may not be opened by this user: choose one above 1023.`)
    if (hasCode(error, 'EADDRNOTAVAIL') || hasCode(error, 'ENOTFOUND')) throw new StartRefusal(`HOST ${host} is no address of this machine: correct it, or leave it out.`)
    throw error
  }
}

/** How people get in, as one line. */
async function howToSignIn(deps: Deps): Promise<string> {
  if (deps.environment.demo) return 'Sign in there with "Continue as superadmin", admin, team or client: no password.'
  const link = await makeSetupLink(deps)
  return link === null ? 'Sign in there with your passkey.' : `Make the first superadmin within 24 hours by this one-time link: ${link}`
}

/** From open dependencies to a listening server that stops in peace. Everything is closed again when the start fails. */
export async function serve({ deps, close }: OpenedDeps, say: (line: string) => void): Promise<void> {
  let app: FastifyInstance | undefined
  let stopping = false
  const stop = async (): Promise<void> => {
    await app?.close()
    await close()
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    deps.log.info(`${signal}: stopping`)
    setTimeout(() => process.exit(1), longestStopMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        deps.log.error({ err: error }, 'stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  try {
    await publishOwnBuilds(deps)
    app = await buildApp(deps)
    if (deps.environment.demo) await seedFirstStart(deps, say)
    await listen(app, deps)
    const sweep = () => deleteExpiredSessions(deps.database.kysely, deps.clock.now()).catch((error: unknown) => deps.log.warn({ err: error }, 'old sessions not removed'))
    setInterval(sweep, sweepEveryMs).unref()
    say(`The permit portal is running at ${deps.environment.publicOrigin}`)
    say(await howToSignIn(deps))
  } catch (error) {
    await stop()
    throw error
  }
}
