import {
  Configuration,
  Refusal,
  invalidCharacter,
  configurationChanges,
  findUnstorable,
  forbiddenChanges,
  initialConfiguration,
  invalid,
  isAdministrator,
  isPagePath,
  joined,
  invalidAll,
  lockedOutSwitches,
  verbatim,
  refusalOf,
  remoteNames,
  roles,
  phrase,
  unseenTexts,
} from '@portal/contract'
import type { Actor, ConfigurationChange, Sayable } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { FieldChange } from '#engine/write/writing.ts'
import { completeConfiguration, currentConfiguration } from '#platform/configuration/configuration.ts'
import {
  listRemotes,
  lockVersion,
  raiseVersion,
  save,
} from '#platform/configuration/configuration.queries.ts'
import { saveMasks } from '#platform/configuration/added-fields.ts'
import { withDetailHeadings, withoutDetailHeadings } from '#platform/configuration/detail-headings.ts'
import { requireOfficeAddresses } from '#platform/configuration/office-address-rules.ts'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import { requireApproval } from '../approvals/second-approval.ts'
import type { DomainDeps } from '../deps.ts'

function requireAdministrator(actor: Actor): void {
  if (!isAdministrator(actor.role)) throw new Refusal('forbidden', 'Only administrators can change settings.')
}

/** Errors for unknown pages and modules, with their paths in the body. */
function unknownSwitches(
  config: Configuration,
  modules: ReadonlySet<string>,
): { path: string; code: string; detail: string }[] {
  return roles.flatMap((role) => {
    const pages = Object.keys(config.roles[role].pages).filter((path) => !isPagePath(path))
    const remotes = Object.keys(config.roles[role].modules).filter((name) => !modules.has(name))
    return [
      ...pages.map((path) => ({
        path: `body.roles.${role}.pages.${path}`,
        code: 'unrecognized_keys',
        detail: `${path} is not a page`,
      })),
      ...remotes.map((name) => ({
        path: `body.roles.${role}.modules.${name}`,
        code: 'unrecognized_keys',
        detail: `${name} is not a module`,
      })),
    ]
  })
}

/** Parses the body of a PATCH. Throws 400 that names every unknown key, role, page and module. */
function readWhole(body: unknown, modules: ReadonlySet<string>): Configuration {
  const parsed = Configuration.safeParse(body)
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const unkeepable = findUnstorable(parsed.data, 'body')
  if (unkeepable !== null)
    throw invalid(
      unkeepable,
      'malformed',
      phrase('{{unkeepable}} {{cannotBeKept}}', { unkeepable, cannotBeKept: invalidCharacter }),
    )
  const lockedOut = lockedOutSwitches(parsed.data).map((path) => {
    const detail = 'Superadmins always keep access to users and settings.'
    return { path: `body.${path}`, code: 'out-of-range', detail }
  })
  const errors = [...unknownSwitches(parsed.data, modules), ...lockedOut]
  if (errors.length > 0)
    throw new Refusal('validation-failed', errors.map((error) => error.detail).join('; '), { errors })
  return parsed.data
}

/**
 * Raises the version without changing the stored configuration, for related data stored in other tables.
 * `changes` appear in the audit.
 */
export async function touchConfiguration(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  by: string,
  changes: readonly FieldChange[] = [],
): Promise<void> {
  const at = deps.clock.now()
  const version = (await lockVersion(trx, at)) + 1
  await raiseVersion(trx, version, at, by)
  await appendEvent(trx, {
    collection: 'config',
    pid: 'config',
    action: 'update',
    version,
    actor: by,
    at,
    changes,
  })
}

/**
 * Second approval requires two superadmins. With only one, no other person could approve changes that need a
 * superadmin, and switching it off is such a change.
 */
async function requireTwoSuperadmins(trx: Transaction<Tables>): Promise<void> {
  const { rows } =
    await sql`select 1 from users where lower(trim(role)) = 'superadmin' and status = 'ACTIVE' and deleted_at is null limit 2`.execute(
      trx,
    )
  if (rows.length === 2) return
  const sentence = 'Second approval requires two superadmins. Add another one first.'
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/** Labels of the settings that need a second person. */
const settingLabels: Readonly<Record<string, string>> = {
  emailIds: 'Email addresses',
  secondApproval: 'Second approval',
  officeName: 'Office name',
  officeAddress: 'Office address',
  paymentInstructions: 'Payment instructions',
}

function settingValue(value: unknown): Sayable {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const text = Array.isArray(value) ? value.map(String).join(', ') : String(value)
  return text === '' ? 'empty' : verbatim(text)
}

/** A changed setting as a sentence. */
const settingChange = ({ path: [, name = ''], from, to }: ConfigurationChange): Sayable =>
  phrase('Change {{setting}} from {{from}} to {{to}}.', {
    setting: settingLabels[name] ?? name,
    from: settingValue(from),
    to: settingValue(to),
  })

async function replace(
  deps: DomainDeps,
  actor: Actor,
  config: Configuration,
  expected: number | null,
): Promise<Configuration> {
  const at = deps.clock.now()
  const before = await currentConfiguration(deps)
  return deps.database.kysely.transaction().execute(async (trx) => {
    const version = await lockVersion(trx, at)
    if (expected !== null && expected !== version) {
      throw new Refusal('version-conflict', 'Settings were changed by someone else.', {
        current: { ...withDetailHeadings(before, deps.permitLibrary.current.attributes), version },
      })
    }
    const unseen = unseenTexts(before, config, 'body')
    if (unseen.length > 0) throw invalidAll(unseen)
    const saved = {
      ...completeConfiguration(config, await saveMasks(trx, config.columns)),
      version: version + 1,
    }
    await requireOfficeAddresses(trx, deps.environment, before.settings.emailIds, saved.settings.emailIds)
    if (saved.settings.secondApproval && !before.settings.secondApproval) await requireTwoSuperadmins(trx)
    const set = configurationChanges(before, saved).filter(({ path: [head] }) => head === 'settings')
    if (set.length > 0) {
      const wish = {
        kind: 'settings-changed',
        change: { settings: saved.settings },
        summary: joined(set.map(settingChange)),
      } as const
      await requireApproval(trx, () => ({ ...wish, forSuperadmin: true }))
    }
    await save(trx, saved, at, actor.pid)
    // The audit shows each changed switch.
    const changes = configurationChanges(before, saved).map(({ field, from, to }) => ({ field, from, to }))
    await appendEvent(trx, {
      collection: 'config',
      pid: 'config',
      action: 'update',
      version: saved.version,
      actor: actor.pid,
      at,
      changes,
    })
    return withDetailHeadings(saved, deps.permitLibrary.current.attributes)
  })
}

/**
 * Throws 403 for changes that only a superadmin may make. A stale working copy is not checked here, because
 * it gets the version conflict.
 */
function requireOwnChanges(actor: Actor, before: Configuration, after: Configuration): void {
  if (before.version !== after.version) return
  const fields = forbiddenChanges(actor.role, before, after)
  if (fields.length > 0)
    throw new Refusal(
      'forbidden',
      phrase('Only a superadmin can change {{fields}}.', { fields: fields.join(', ') }),
    )
}

/**
 * PATCH /config: the whole working configuration with the version it is based on. Returns the configuration
 * with its new version.
 */
export async function patchConfiguration(
  deps: DomainDeps,
  actor: Actor,
  body: unknown,
): Promise<Configuration> {
  requireAdministrator(actor)
  const current = await currentConfiguration(deps)
  const switched = roles.flatMap((role) => Object.keys(current.roles[role].modules))
  const modules = new Set([...remoteNames, ...switched, ...(await listRemotes(deps.database))])
  const config = withoutDetailHeadings(readWhole(body, modules), deps.permitLibrary.current.attributes)
  requireOwnChanges(actor, current, config)
  return replace(deps, actor, config, config.version)
}

/**
 * POST /config/reset: restores the initial configuration and raises the version. Added fields and their
 * columns remain. If the actor is not a superadmin, the settings that only superadmins change remain too.
 */
export async function resetConfiguration(deps: DomainDeps, actor: Actor): Promise<Configuration> {
  requireAdministrator(actor)
  const initial = initialConfiguration()
  if (actor.role === 'superadmin') return replace(deps, actor, initial, null)
  const { settings, retention, roles: switches } = await currentConfiguration(deps)
  return replace(
    deps,
    actor,
    { ...initial, settings, retention, roles: { ...initial.roles, superadmin: switches.superadmin } },
    null,
  )
}
