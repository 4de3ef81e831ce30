import {
  Refusal,
  RemoteManifest,
  firstPageOf,
  phrase,
  previewCookie,
  previewDays,
  previewPath,
  readPreview,
  toRole,
  writePreview,
} from '@portal/contract'
import type { MadePreview, Preview, PreviewBody, PreviewName } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { configurationAt } from '#platform/configuration/configuration.ts'
import { findSystemVersions, listBuilds, lockSteps } from '#platform/federation/federation.queries.ts'
import type { PreviewedBuild } from '#platform/federation/registry.ts'
import { readSignedList, signedListCookie, writeSignedList } from '#platform/federation/signed-list.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'
import { requireFiles, requireFit, requireNotRemoved, tokenLabel } from './activate.ts'
import type { Requester } from './activate.ts'
import { mayDeploy, requireMayDeploy } from './deployer.ts'
import type { Administrator } from './tokens.ts'

const lifetimeMs = previewDays * 24 * 60 * 60_000
const purpose = 'previews of remotes'
/** Most branches of a remote that can be previewed at once, and most previews in one session. */
const [maxBranches, maxOpened] = [50, 10]

/** Makes the preview of a branch, or gives it another version. Throws 404 and 409 like an activation. */
export async function makePreview(
  deps: DomainDeps,
  name: string,
  body: PreviewBody,
  { by, origin }: Requester,
): Promise<MadePreview> {
  const { branch, version } = body
  await requireFit(deps, name, body, 'previewed')
  const at = deps.clock.now()
  const until = new Date(at.getTime() + lifetimeMs)
  await deps.database.kysely.transaction().execute(async (trx) => {
    await lockSteps(trx, name)
    await requireFiles(trx, name, version)
    await requireNotRemoved(deps, trx, name)
    const open = await trx
      .selectFrom('remote_previews')
      .select(['pid', 'branch', 'version', 'remove_build'])
      .where('name', '=', name)
      .where('ended_at', 'is', null)
      .execute()
    const before = open.find((each) => each.branch === branch)
    if (before === undefined && open.length >= maxBranches)
      throw new Refusal(
        'transition-refused',
        phrase('{{name}} has {{count}} previews. End one in Settings, Modules first.', {
          name,
          count: open.length,
        }),
      )
    if (before !== undefined)
      await trx.updateTable('remote_previews').set({ ended_at: at }).where('pid', '=', before.pid).execute()
    const wasForPreview = open.some((each) => each.version === version && each.remove_build)
    const row = {
      pid: deps.ids.pid(),
      name,
      branch,
      version,
      for_roles: body.forRoles,
      remove_build: body.removeBuild || wasForPreview,
      created_at: at,
      created_by: by.person,
      token: by.token,
      expires_at: until,
      ended_at: null,
    }
    await trx.insertInto('remote_previews').values(row).execute()
    const token = await tokenLabel(trx, by)
    const detail = { remote: name, branch, version, forRoles: body.forRoles, token }
    await writeAudit(trx, { kind: 'remote-previewed', at, actor: by.person, person: null, origin, detail })
  })
  const [build] = await listBuilds(deps.database, [{ name, version }])
  const page = build === undefined ? null : firstPageOf(build.manifest.routes)
  return { path: previewPath({ name, branch }, page), until: until.toISOString() }
}

const OpenRow = z.object({
  name: z.string(),
  branch: z.string(),
  version: z.string(),
  for_roles: z.boolean(),
  expires_at: z.date(),
})
type OpenRow = z.infer<typeof OpenRow>

const openText = `select p.name, p.branch, p.version, p.for_roles, p.expires_at
  from unnest($1::text[], $2::text[]) as wanted(name, branch)
  join remote_previews p on p.name = wanted.name and p.branch = wanted.branch
  where p.ended_at is null and p.expires_at > $3`

async function listOpen(deps: DomainDeps, wanted: readonly PreviewName[]): Promise<readonly OpenRow[]> {
  const [names, branches] = [wanted.map(({ name }) => name), wanted.map(({ branch }) => branch)]
  return deps.database.query(openText, [names, branches, deps.clock.now()], OpenRow)
}

/**
 * Whether a person may see a preview: whoever may deploy the remote, and, if its deployer said so, the roles
 * for which the module is on.
 */
async function mayOpen(deps: DomainDeps, user: SessionUser, preview: OpenRow): Promise<boolean> {
  const role = toRole(user.role)
  if (mayDeploy(role, preview.name)) return true
  if (role === null || !preview.for_roles) return false
  const { configuration } = user.systemVersions ?? (await findSystemVersions(deps.database))
  const { roles } = await configurationAt(deps, configuration)
  return roles[role].modules[preview.name] !== false
}

const chosenIn = (deps: DomainDeps, user: SessionUser, request: FastifyRequest): PreviewName[] =>
  (readSignedList(deps, purpose, user, request.cookies[previewCookie], lifetimeMs)?.list ?? '')
    .split(',')
    .map(readPreview)
    .filter((each) => each !== null)

/**
 * The builds that this session sees instead of the live ones. Nothing is read without the cookie. What ended,
 * or is no longer allowed, is left out.
 */
export async function previewsOf(deps: DomainDeps, request: FastifyRequest): Promise<PreviewedBuild[]> {
  const user = sessionUserOf(request)
  if (user === null || request.cookies[previewCookie] === undefined) return []
  const chosen = chosenIn(deps, user, request)
  if (chosen.length === 0) return []
  const open = await listOpen(deps, chosen)
  const allowed = await Promise.all(open.map((preview) => mayOpen(deps, user, preview)))
  const seen = open.filter((_preview, index) => allowed[index])
  const builds = await listBuilds(deps.database, seen)
  return seen.flatMap(({ name, version, branch, expires_at: until }) => {
    const build = builds.find((each) => each.name === name && each.version === version)
    return build === undefined ? [] : [{ build, branch, until }]
  })
}

/** Shows a preview to this session. Throws 404 for one that ended, 403 without the right to see it. */
export async function openPreview(
  deps: DomainDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: SessionUser,
  written: string,
): Promise<void> {
  const wanted = readPreview(written)
  const [preview] = wanted === null ? [] : await listOpen(deps, [wanted])
  if (wanted === null || preview === undefined)
    throw new Refusal('not-found', 'This preview has ended. Ask for a new link.')
  if (!(await mayOpen(deps, user, preview)))
    throw new Refusal(
      'forbidden',
      phrase('Your role can’t see previews of {{name}}. Ask an administrator.', { name: wanted.name }),
    )
  const others = chosenIn(deps, user, request).filter(({ name }) => name !== wanted.name)
  const list = [wanted, ...others].slice(0, maxOpened).map(writePreview).join(',')
  const value = writeSignedList(deps, purpose, user, list, lifetimeMs)
  reply.setCookie(previewCookie, value, { ...signedListCookie, maxAge: lifetimeMs / 1000 })
}

/** Shows the live builds again to this session. */
export function leavePreviews(reply: FastifyReply): void {
  reply.clearCookie(previewCookie, signedListCookie)
}

/** Ends a preview for everybody. Ending it again changes nothing. Throws 404 if there is no such preview. */
export async function endPreview(
  deps: DomainDeps,
  pid: string,
  { pid: actor, origin }: Administrator,
  role: string | null,
): Promise<void> {
  const at = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('remote_previews')
      .select(['name', 'branch', 'version', 'ended_at'])
      .where('pid', '=', pid)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new Refusal('not-found', 'Preview not found.')
    requireMayDeploy(toRole(role), row.name)
    if (row.ended_at !== null) return
    await trx.updateTable('remote_previews').set({ ended_at: at }).where('pid', '=', pid).execute()
    const detail = { remote: row.name, branch: row.branch, version: row.version }
    await writeAudit(trx, { kind: 'remote-preview-ended', at, actor, person: null, origin, detail })
  })
}

const PreviewRow = OpenRow.extend({
  pid: z.string(),
  manifest: z.unknown(),
  created_at: z.date(),
  person: z.string().nullable(),
  token: z.string().nullable(),
})
type PreviewRow = z.infer<typeof PreviewRow>

const listText = `select p.pid, p.name, p.branch, p.version, p.for_roles, p.expires_at, p.created_at, v.manifest,
    u.name as person, t.label as token
  from remote_previews p join remote_versions v on v.name = p.name and v.version = p.version
  left join users u on u.pid = p.created_by left join deploy_tokens t on t.pid = p.token
  where p.ended_at is null and p.expires_at > $1 order by p.created_at desc, p.pid limit 500`

/** The previews that can be opened, newest first. */
export async function listPreviews(deps: DomainDeps): Promise<Preview[]> {
  const rows = await deps.database.query(listText, [deps.clock.now()], PreviewRow)
  return rows.map((row) => {
    const manifest = RemoteManifest.safeParse(row.manifest).data
    return {
      pid: row.pid,
      name: row.name,
      branch: row.branch,
      version: row.version,
      owner: manifest?.owner ?? '',
      forRoles: row.for_roles,
      path: previewPath(row, firstPageOf(manifest?.routes ?? [])),
      createdAt: row.created_at.toISOString(),
      createdBy: row.token ?? row.person ?? '',
      until: row.expires_at.toISOString(),
    }
  })
}
