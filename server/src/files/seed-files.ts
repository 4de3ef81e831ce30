import { recordRoot } from '@portal/contract'
import type { FileVisibility } from '@portal/contract'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { SeedContext, SeedPerson, SeedPermit } from '#domain/seed/context.ts'
import type { FileDeps } from './deps.ts'
import type { FileTable } from './files.tables.ts'
import { mimeTypeOf, storeBytes } from './seed/documents.ts'
import { issuedTree, permitTree, restrictedTree, teamTree, uploadsTree } from './seed/trees.ts'
import type { SeedNode } from './seed/trees.ts'

type SeedDeps = Pick<FileDeps, 'database' | 'store'>
type FileRow = Insertable<FileTable>

/**
 * Number of permits with files: of the demo client's organization, and of all others. Also the number of
 * other organizations with uploads.
 */
const demoPermits = 40
const otherPermits = 120
const otherUploaders = 6
/**
 * Number of issued permits with their permit document, the latest first: of the demo client's organization,
 * and of all others.
 */
const demoIssued = 12
const otherIssued = 8
const dayMs = 86_400_000

/** A tree of files to seed: its place, its time span and the possible authors. */
interface Plot {
  root: string
  /** Distinguishes two trees of one root. */
  part?: string
  org: string | null
  visibility: FileVisibility
  /** Earliest creation date in the tree. */
  since: Date
  /** Latest creation date in the tree. */
  until: Date
  authors: readonly string[]
  nodes: readonly SeedNode[]
}

/** Creates the rows of a tree, parents before children, and stores their bytes. */
async function growRows({ store }: SeedDeps, context: SeedContext, plot: Plot): Promise<FileRow[]> {
  const random = context.random.fork(`files/${plot.root}/${plot.org ?? ''}${plot.part ?? ''}`)
  const rows: FileRow[] = []
  async function grow(
    nodes: readonly SeedNode[],
    parent: string | null,
    visibility: FileVisibility,
  ): Promise<void> {
    for (const node of nodes) {
      const age = random.next() * (plot.until.getTime() - plot.since.getTime())
      const at = new Date(plot.until.getTime() - Math.max(0, age))
      const author = random.pick(plot.authors)
      const common = {
        pid: random.pid(at),
        root: plot.root,
        parent_pid: parent,
        name: node.name,
        status: 'done' as const,
        visibility: node.visibility ?? visibility,
        org: plot.org,
        created_at: at,
        created_by: author,
        updated_at: at,
        updated_by: author,
      }
      if ('children' in node) {
        rows.push({ ...common, mime_type: 'folder', size: 0, store_key: null, sha256: null })
        await grow(node.children, common.pid, common.visibility)
      } else {
        const { storeKey, sha256, size } = await storeBytes(store, node.bytes, plot.since)
        rows.push({ ...common, mime_type: mimeTypeOf(node.name), size, store_key: storeKey, sha256 })
      }
    }
  }
  await grow(plot.nodes, null, plot.visibility)
  return rows
}

function sharedPlots(context: SeedContext): Plot[] {
  const staff = context.people
    .filter((person) => person.role === 'team' || person.role === 'admin')
    .map((person) => person.pid)
  const since = new Date(context.now.getTime() - 400 * dayMs)
  const { superadmin, admin, team } = context.demo
  const common = { org: null, visibility: 'INTERNAL' as const, since, until: context.now }
  return [
    { ...common, root: 'team', authors: [...staff, team.pid], nodes: teamTree },
    { ...common, root: 'restricted', authors: [superadmin.pid, admin.pid], nodes: restrictedTree },
  ]
}

/** The demo client's organization and a few others, each with what its own people handed in. */
function uploadPlots(context: SeedContext): Plot[] {
  const clientsOf = (org: string) =>
    context.people
      .filter((person: SeedPerson) => person.role === 'client' && person.org === org)
      .map((person) => person.pid)
  const others = context.organizations
    .filter((org) => org.pid !== context.demo.org.pid && clientsOf(org.pid).length > 0)
    .slice(0, otherUploaders)
  const since = new Date(context.now.getTime() - 120 * dayMs)
  return [context.demo.org, ...others].map((org, index) => ({
    root: 'uploads',
    org: org.pid,
    visibility: 'CLIENT',
    since,
    until: context.now,
    authors: org.pid === context.demo.org.pid ? [context.demo.client.pid] : clientsOf(org.pid),
    nodes: uploadsTree(org.name, index),
  }))
}

/** First submission of each permit. Its seeded files must not be newer. */
async function firstSubmissions({ database }: SeedDeps): Promise<Map<string, Date>> {
  const { rows } = await sql<{ permit: string; at: Date }>`
    select permit, min(submitted_at) as at from rts where submitted_at is not null and deleted_at is null group by permit`.execute(
    database.kysely,
  )
  return new Map(rows.map(({ permit, at }) => [permit, at]))
}

/** The first `demo` permits of the demo client's organization, and the first `others` of all others. */
function permitsOfBoth(
  context: SeedContext,
  permits: readonly SeedPermit[],
  demo: number,
  others: number,
): SeedPermit[] {
  const isDemo = (permit: SeedPermit) => permit.org === context.demo.org.pid
  return [
    ...permits.filter(isDemo).slice(0, demo),
    ...permits.filter((permit) => !isDemo(permit)).slice(0, others),
  ]
}

function permitPlots(context: SeedContext, submissions: ReadonlyMap<string, Date>): Plot[] {
  return permitsOfBoth(context, context.permits, demoPermits, otherPermits).map((permit) => ({
    root: recordRoot('permits', permit.pid),
    org: null,
    visibility: 'INTERNAL',
    since: new Date(permit.createdAt),
    until: submissions.get(permit.pid) ?? context.now,
    authors: [permit.assignedTo ?? context.demo.team.pid],
    nodes: permitTree(permit),
  }))
}

/**
 * The transition 'Record issuance' stores the authority's documents with the files of the permit, visible to
 * the client.
 */
function issuedPlots(context: SeedContext): Plot[] {
  const issued = context.permits.filter(
    ({ status, authorityNumber }) => status === 'ISSUED' && authorityNumber !== null,
  )
  const latest = issued.toSorted((a, b) => b.statusChangedAt.localeCompare(a.statusChangedAt))
  return permitsOfBoth(context, latest, demoIssued, otherIssued).map((permit) => ({
    root: recordRoot('permits', permit.pid),
    part: '/issued',
    org: null,
    visibility: 'CLIENT',
    since: new Date(permit.statusChangedAt),
    until: new Date(permit.statusChangedAt),
    authors: [permit.assignedTo ?? context.demo.team.pid],
    nodes: issuedTree(permit),
  }))
}

/** Submitted packages of the sample contain the files their permits had at that time. */
const freezeText = `update rts r set frozen_files = p.pids from (
    select s.pid, array_agg(f.pid order by f.pid) as pids from rts s
      join files f on f.root = 'permits/' || s.permit and f.mime_type <> 'folder' and f.created_at <= s.submitted_at
      where s.submitted_at is not null and s.frozen_files is null group by s.pid) p
  where p.pid = r.pid`

/**
 * Fills the folders of a new portal with real files: team, restricted, uploads of several organizations, and
 * some permits. Running it again adds nothing: pids come from the seeded random generator, bytes are stored
 * under their hash, and all rows are written in one transaction.
 */
export async function seedFiles(deps: SeedDeps, context: SeedContext): Promise<void> {
  const rows: FileRow[] = []
  const plots = [
    ...sharedPlots(context),
    ...uploadPlots(context),
    ...permitPlots(context, await firstSubmissions(deps)),
    ...issuedPlots(context),
  ]
  for (const plot of plots) rows.push(...(await growRows(deps, context, plot)))
  await deps.database.kysely.transaction().execute(async (trx) => {
    for (let at = 0; at < rows.length; at += 200) {
      await trx
        .insertInto('files')
        .values(rows.slice(at, at + 200))
        .onConflict((conflict) => conflict.column('pid').doNothing())
        .execute()
    }
    await sql.raw(freezeText).execute(trx)
  })
}
