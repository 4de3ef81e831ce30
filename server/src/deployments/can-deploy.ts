import {
  Refusal,
  budgetDays,
  contractVersion,
  inEnglish,
  missingCalls,
  missingInShell,
  missingSlots,
  phrase,
} from '@portal/contract'
import type { CanDeploy, CompatibilityProblem, Say, Sayable, ShellRecord } from '@portal/contract'
import type { DomainDeps } from '#domain/deps.ts'
import type { DeployedRemote } from '#platform/federation/deployed-remotes.ts'
import { listBuilds } from '#platform/federation/federation.queries.ts'
import type { RemoteBuild } from '#platform/federation/federation.queries.ts'
import { deployedNow, readDeployed } from '#platform/federation/registry.ts'
import { shellRecord } from '#platform/federation/shell-build.ts'
import { unfitShared, whyNotThisContract } from '#platform/federation/why-not-publish.ts'
import { listShells } from '#platform/servers/server-registration.ts'
import { readBudget } from './error-budgets.ts'

/** A problem with which a build does not start at all, as opposed to one part of it that does not work. */
export interface FoundProblem extends Omit<CompatibilityProblem, 'detail'> {
  /** A sentence without its period. */
  detail: Sayable
  isFatal: boolean
}

const toProblem =
  (say: Say) =>
  ({ uses, missingIn, detail }: FoundProblem): CompatibilityProblem => ({
    uses,
    missingIn,
    detail: `${say(detail)}.`,
  })

/** Every shell that pages may get now: those of the running servers, and the one beside this server. */
async function liveShells({ database, environment }: DomainDeps): Promise<ShellRecord[]> {
  const [own, listed] = [await shellRecord(environment.buildsDir), await listShells(database)]
  const others = listed.filter(({ version }) => version !== own?.version)
  return own === null ? others : [own, ...others]
}

function problemsInShell(
  { name, version, uses, shared, manifest }: RemoteBuild,
  shell: ShellRecord,
): FoundProblem[] {
  const missingIn = `shell ${shell.version}`
  const unfit = unfitShared(shared, shell.provided).map((module) => {
    const needed = `${module.name} ${module.range}`
    return {
      uses: needed,
      missingIn,
      detail: phrase('{{name}} {{version}} needs {{needed}}, and {{place}} has {{found}}', {
        name,
        version,
        needed,
        place: missingIn,
        found: module.version ?? '–',
      }),
      isFatal: true,
    }
  })
  const missing = [
    ...(uses === null || shell.offers === undefined ? [] : missingInShell(uses, shell.offers)),
    ...missingSlots(manifest, shell.offers ?? {}),
  ]
  return [
    ...unfit,
    ...missing.map((used) => ({
      uses: used,
      missingIn,
      detail: phrase('{{name}} {{version}} uses {{used}}, and {{place}} does not have it', {
        name,
        version,
        used,
        place: missingIn,
      }),
      isFatal: false,
    })),
  ]
}

function problemsInServer(
  { name, version, uses, manifest }: RemoteBuild,
  routes: readonly string[],
): FoundProblem[] {
  const missingIn = `server with contract ${contractVersion}`
  const contract = whyNotThisContract(manifest.contract)
  const calls = uses === null || routes.length === 0 ? [] : missingCalls(uses.calls, routes)
  return [
    ...(contract === null
      ? []
      : [
          {
            uses: `contract ${manifest.contract}`,
            missingIn,
            detail: phrase('{{name}} {{version}} does not fit: {{reason}}', {
              name,
              version,
              reason: contract,
            }),
            isFatal: true,
          },
        ]),
    ...calls.map((call) => ({
      uses: call,
      missingIn,
      detail: phrase('{{name}} {{version}} calls {{call}}, and the {{place}} does not answer it', {
        name,
        version,
        call,
        place: missingIn,
      }),
      isFatal: false,
    })),
  ]
}

/**
 * What a published build uses and a live shell, or this server, does not have. Throws 404 for an unknown
 * build.
 */
export async function findProblems(deps: DomainDeps, name: string, version: string): Promise<FoundProblem[]> {
  const [build] = await listBuilds(deps.database, [{ name, version }])
  if (build === undefined)
    throw new Refusal('not-found', phrase('Version {{version}} of {{name}} not found.', { version, name }))
  const shells = await liveShells(deps)
  return [
    ...shells.flatMap((shell) => problemsInShell(build, shell)),
    ...problemsInServer(build, deps.memory.routes ?? []),
  ]
}

/** A spent error budget refuses no deployment: the next version may be the one that mends it. */
async function budgetWarnings(deps: DomainDeps, name: string): Promise<Sayable[]> {
  const { spent, failures, mounts, target } = await readBudget(deps, name)
  if (spent < 100) return []
  return [
    phrase(
      'The error budget of {{name}} is spent: {{failures}} of {{mounts}} loads failed in {{days}} days, and the target is {{target}} % without failure.',
      { name, failures, mounts, days: budgetDays, target },
    ),
  ]
}

/** `GET /api/federation/can-deploy?remote=&version=`. */
export async function canDeploy(
  deps: DomainDeps,
  name: string,
  version: string,
  say: Say,
): Promise<CanDeploy> {
  const problems = (await findProblems(deps, name, version)).map(toProblem(say))
  return { ok: problems.length === 0, problems, warnings: (await budgetWarnings(deps, name)).map(say) }
}

/** A deployed build that this portal would break, with the owner from its manifest. */
export interface UnfitRemote {
  name: string
  version: string
  owner: string
  details: string[]
}

/**
 * All deployed builds, canaries too, that a shell and a server with these routes do not fit. Without routes,
 * calls are not checked.
 */
export function findUnfitRemotes(
  deployed: readonly DeployedRemote[],
  shell: ShellRecord | null,
  routes: readonly string[] = [],
  say: Say = inEnglish,
): UnfitRemote[] {
  const builds = deployed.flatMap(({ active, canary }) =>
    canary === null ? [active] : [active, canary.build],
  )
  return builds.flatMap((build) => {
    const problems = [
      ...(shell === null ? [] : problemsInShell(build, shell)),
      ...problemsInServer(build, routes),
    ]
    const { name, version, manifest } = build
    const details = problems.map(({ detail }) => `${say(detail)}.`)
    return details.length === 0 ? [] : [{ name, version, owner: manifest.owner, details }]
  })
}

/** The builds in force that a live shell, or this server, does not fit, with a sentence for each gap. */
export async function listUnfitRemotes(deps: DomainDeps, say: Say = inEnglish): Promise<UnfitRemote[]> {
  const deployed = await deployedNow(deps)
  const shells = await liveShells(deps)
  const found = (shells.length === 0 ? [null] : shells).flatMap((shell) =>
    findUnfitRemotes(deployed, shell, deps.memory.routes, say),
  )
  return [...Map.groupBy(found, ({ name, version }) => `${name} ${version}`).values()].flatMap((same) => {
    const [first] = same
    const details = [...new Set(same.flatMap((each) => each.details))]
    return first === undefined ? [] : [{ ...first, details }]
  })
}

/** At start: names every deployed remote that does not fit this release, with its owner. */
export async function warnOfUnfitRemotes(deps: DomainDeps): Promise<void> {
  const shell = await shellRecord(deps.environment.buildsDir)
  const deployed = await readDeployed(deps.database, (remote, version) =>
    deps.log.error({ remote, version }, 'a deployed build cannot be read and was not checked'),
  )
  for (const { name, version, owner, details } of findUnfitRemotes(deployed, shell, deps.memory.routes)) {
    deps.log.warn(
      { remote: name, version, owner },
      `${name} does not fit this release and fails for whoever opens it (owner: ${owner}). ${details.join(' ')}`,
    )
  }
}
