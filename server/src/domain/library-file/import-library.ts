import { createHash } from 'node:crypto'
import {
  Refusal,
  collections,
  configurationChanges,
  invalidAll,
  libraryChanges,
  refusalOf,
  requirementChanges,
} from '@portal/contract'
import type { Actor, Configuration, MapProblem, RefusedValue } from '@portal/contract'
import { ImportLibraryFile, LibraryFile, PreviewLibraryFile } from '@portal/contract/library-file'
import type { FileSource, LibraryImportPlan } from '@portal/contract/library-file'
import { planImport } from '@portal/contract/library-import'
import type { PlannedImport } from '@portal/contract/library-import'
import type { Transaction } from 'kysely'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { lockVersion, save } from '#platform/configuration/configuration.queries.ts'
import {
  findRequirementsDraft,
  lockRequirementsDraft,
  saveRequirementsDraft,
} from '#platform/configuration/requirements/requirements.queries.ts'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import { parse } from '#platform/http/problems.ts'
import { localize } from '#platform/language/localize.ts'
import { todayOf } from '#engine/query/reading.ts'
import { readableRows } from '#engine/query/visibility.ts'
import { createRecordIn } from '#engine/write/create-record.ts'
import { lockRecord } from '#engine/write/lock-record.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { inRepeatableTransaction } from '#engine/write/writing.ts'
import { checkSource, insertSource, updateSource } from '../authorities/feeds/sources.ts'
import type { DomainDeps } from '../deps.ts'
import { addAttributeFields } from '../permit-library/attribute-fields.ts'
import { requireLibraryAdministrator } from './export-library.ts'
import { readLibraryState } from './read-library-state.ts'
import type { ReadLibraryState } from './read-library-state.ts'

/** The file, or why it is none. Paths are places in the file. */
function readFile(given: unknown): { file: LibraryFile } | { problems: RefusedValue[] } {
  const parsed = LibraryFile.safeParse(given)
  return parsed.success
    ? { file: parsed.data }
    : { problems: refusalOf(parsed.error, '').extras.errors ?? [] }
}

/** Feeds that this portal cannot ask, such as one in its own network, or with a status it does not have. */
function sourceProblems(deps: DomainDeps, sources: readonly FileSource[]): MapProblem[] {
  return sources.flatMap((source, at): MapProblem[] => {
    try {
      checkSource(deps, source)
      return []
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return (error.extras.errors ?? []).map(({ path, code, detail }) => ({
        path: path.replace(/^body/, `sources.${at}`),
        code,
        detail,
      }))
    }
  })
}

function planFile(deps: DomainDeps, file: LibraryFile, state: ReadLibraryState): PlannedImport {
  const plan = planImport(file, state)
  return { ...plan, refused: [...plan.refused, ...sourceProblems(deps, file.sources)] }
}

/** Names a plan by what it does. */
const nameOf = ({ entries, refused }: Pick<PlannedImport, 'entries' | 'refused'>): string =>
  createHash('sha256')
    .update(JSON.stringify([entries, refused]))
    .digest('base64url')

function toView(
  { entries, refused, requirements }: PlannedImport,
  state: ReadLibraryState,
  { language }: Pick<Actor, 'language'>,
): LibraryImportPlan {
  const say = localize(language)
  return {
    seen: nameOf({ entries, refused }),
    entries,
    refused: refused.map(({ path, detail }) => ({ path, detail: say(detail) })),
    hasDraft: requirementChanges(state.requirements, requirements).length > 0,
  }
}

/**
 * POST /permit-library/preview: what an import of the file would do, and every reason why it would be
 * refused. Writes nothing. Throws 403.
 */
export async function previewLibraryFile(
  deps: DomainDeps,
  actor: Actor,
  body: unknown,
): Promise<LibraryImportPlan> {
  requireLibraryAdministrator(actor)
  const read = readFile(parse(PreviewLibraryFile, body ?? {}, 'body').file)
  if ('problems' in read) {
    const say = localize(actor.language)
    const refused = read.problems.map(({ path, detail }) => ({ path, detail: say(detail) }))
    return { seen: '', entries: [], refused, hasDraft: false }
  }
  const config = await currentConfiguration(deps)
  const { library } = await deps.permitLibrary.refresh()
  const { requirements: inForce } = await deps.requirements.refresh()
  const { requirements: draft } = await findRequirementsDraft(deps.database)
  const state = await deps.database.kysely
    .transaction()
    .execute((trx) => readLibraryState(deps, trx, { library, requirements: draft ?? inForce, config }))
  return toView(planFile(deps, read.file, state), state, actor)
}

async function writeAgencies(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  agencies: PlannedImport['agencies'],
): Promise<void> {
  const declaration = await withAddedFields(deps, collections.authorities)
  const today = todayOf(deps, actor)
  const rows = readableRows(declaration, actor, today)
  for (const { pid, values } of agencies) {
    if (pid === null) {
      await createRecordIn(deps, trx, actor, declaration, values)
      continue
    }
    const opened = { deps, trx, actor, declaration, now: deps.clock.now(), today }
    const { context, before, version } = await lockRecord(opened, rows, pid, 'update')
    const changes = diffRecord(before, values)
    if (changes.length > 0) await saveChanges(context, pid, version + 1, changes)
  }
}

/** New feeds are switched off: a person tries them, enters their token and switches them on. */
async function writeSources(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  { sources }: PlannedImport,
  { agencies, sources: known }: ReadLibraryState,
): Promise<void> {
  for (const { pid, source } of sources) {
    const authority = agencies.find(({ codes }) => codes.includes(source.authority))?.pid ?? ''
    const row = known.find((each) => each.pid === pid)?.row
    if (row === undefined) {
      await insertSource(deps, trx, actor, { ...source, authority, isActive: false })
      continue
    }
    const { fields, statuses, intervalMinutes, staleAfterDays, discovers } = source
    const patch = { fields, statuses, intervalMinutes, staleAfterDays, discovers }
    if (!(await updateSource(deps, trx, actor, row, patch))) throw changedMeanwhile()
  }
}

const changedMeanwhile = () =>
  new Refusal('version-conflict', 'The library was changed by someone else. Look at the preview again.')

/** The configuration with the calendars of the file. */
const withCalendars = (config: Configuration, { calendars }: PlannedImport): Configuration => ({
  ...config,
  version: config.version + 1,
  workingCalendar: {
    ...config.workingCalendar,
    agencies: { ...config.workingCalendar.agencies, ...calendars },
  },
})

/**
 * POST /permit-library/import: writes what the preview with the name `seen` said, in one transaction, or
 * nothing. Requirements become the draft. Throws 403, 400 with every reason, 409 when the preview was
 * another.
 */
export async function importLibraryFile(
  deps: DomainDeps,
  actor: Actor,
  body: unknown,
): Promise<LibraryImportPlan> {
  requireLibraryAdministrator(actor)
  const { file: given, seen } = parse(ImportLibraryFile, body ?? {}, 'body')
  const read = readFile(given)
  if ('problems' in read) throw invalidAll(read.problems)
  const { file } = read
  const config = await currentConfiguration(deps)
  const view = await inRepeatableTransaction(deps, async (trx) => {
    const { permitLibrary, database } = deps
    const before = await permitLibrary.lock(trx)
    // Before the draft is read: a publication whose day has come raises its version.
    await deps.requirements.publishDue(trx)
    const draft = await lockRequirementsDraft(database, trx)
    const [at, by] = [deps.clock.now(), actor.pid]
    if ((await lockVersion(trx, at)) !== config.version) throw changedMeanwhile()
    const inForce = await deps.requirements.refresh(trx)
    const requirements = draft.requirements ?? inForce.requirements
    const state = await readLibraryState(deps, trx, { library: before.library, requirements, config })
    const plan = planFile(deps, file, state)
    if (plan.refused.length > 0) throw invalidAll(plan.refused)
    const result = toView(plan, state, actor)
    if (result.seen !== seen) throw changedMeanwhile()
    if (plan.entries.every(({ action }) => action === 'unchanged')) return result

    await writeAgencies(deps, trx, actor, plan.agencies)
    const changed = libraryChanges(before.library, plan.library)
    if (changed.length > 0) {
      await addAttributeFields(trx, before.library, plan.library, { at, by })
      await permitLibrary.save(trx, { version: before.version + 1, library: plan.library, at, by })
    }
    if (result.hasDraft) {
      const version = draft.version + 1
      await saveRequirementsDraft(database, trx, { version, requirements: plan.requirements, at, by })
      const event = { collection: 'config', pid: 'requirements', action: 'requirements-drafted' } as const
      await appendEvent(trx, { ...event, version, actor: by, at })
    }
    const after = plan.sources.length === 0 ? state : await readLibraryState(deps, trx, { ...state, config })
    await writeSources(deps, trx, actor, plan, { ...after, sources: state.sources })
    // The version of the configuration is what open pages and other servers follow.
    const saved = withCalendars(config, plan)
    await save(trx, saved, at, by)
    await appendEvent(trx, {
      collection: 'config',
      pid: 'config',
      action: 'update',
      version: saved.version,
      actor: by,
      at,
      changes: [
        { field: 'libraryFile', from: null, to: file.name ?? file.format },
        ...changed,
        ...configurationChanges(config, saved).map(({ field, from, to }) => ({ field, from, to })),
      ],
    })
    return result
  })
  deps.writes.notify()
  return view
}
