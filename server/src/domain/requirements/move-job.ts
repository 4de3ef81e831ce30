import { Refusal, collections, maxBulkAtOnce, phrase } from '@portal/contract'
import { MoveRequirements, MoveResult } from '@portal/contract/requirements-move'
import type { Actor, Sayable } from '@portal/contract'
import { z } from 'zod'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { parse } from '#platform/http/problems.ts'
import { insertJob } from '#platform/jobs/job-store.ts'
import type { JobProgress } from '#platform/jobs/job-store.ts'
import type { JobHandler } from '#platform/jobs/job-runner.ts'
import { runBatch } from '#engine/bulk/bulk-batch.ts'
import { selectedPids } from '#engine/bulk/bulk-selection.ts'
import { engineHooks } from '#engine/modules/collection-module.ts'
import { requireOpen } from '#engine/query/visibility.ts'
import { inTransaction } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { bulkContext, declarationNamed } from '../bulk/bulk-context.ts'
import type { DomainDeps } from '../deps.ts'
import { requireRequirementsAdministrator } from './require-requirements-administrator.ts'

const refused = (sentence: Sayable) => new Refusal('transition-refused', sentence, { unmet: [sentence] })

/**
 * `POST /requirements/move`: starts the job that gives open permits of other versions the one in force.
 * Throws 403, 400 for more permits than a bulk change may have, 409 if another version is in force than the
 * person saw, or if no permit has another one.
 */
export async function startMove(
  deps: DomainDeps,
  actor: Actor,
  body: unknown,
): Promise<{ job: { id: string } }> {
  requireRequirementsAdministrator(actor)
  const { to, authority, permitType } = parse(MoveRequirements, body ?? {}, 'body')
  requireOpen(collections.permits, actor, 'update')
  const { number } = await deps.requirements.refresh()
  if (number !== to)
    throw refused(
      phrase('Version {{number}} is in force now. Check what it changes, then move the permits.', { number }),
    )
  const { limits } = await currentConfiguration(deps)
  const filter = {
    requirementsNumber: { ne: to },
    ...(authority !== undefined && { authority }),
    ...(permitType !== undefined && { permitType }),
  }
  const pids =
    to === 0 ? [] : await selectedPids(deps, actor, collections.permits, { filter }, limits.bulkRecords)
  if (pids.length === 0) throw refused('No open permit has another version.')
  const id = deps.ids.pid()
  await inTransaction(deps, (trx) =>
    insertJob(trx, {
      id,
      kind: 'move-requirements',
      owner: actor.pid,
      collection: collections.permits.name,
      otherCollections: [collections.rts.name],
      params: { pids, to },
      total: pids.length,
    }),
  )
  deps.jobs.wake()
  return { job: { id } }
}

const Params = z.object({ pids: z.array(z.string()), to: z.int() })
const none: MoveResult = { updated: 0, failed: [] }

const move: JobHandler<DomainDeps> = {
  async step(deps, trx, job, actor): Promise<JobProgress> {
    const { pids, to } = Params.parse(job.params)
    const declaration = await declarationNamed(deps, job.collection)
    requireOpen(declaration, actor, 'update')
    const part = pids.slice(job.cursor, job.cursor + maxBulkAtOnce)
    // A package that changes loses the approval of its client, who is told.
    const context: WriteContext = {
      ...bulkContext(deps, trx, actor, declaration),
      steps: [],
      signedOff: [],
      covered: [],
    }
    const { changed, failed } = await runBatch(context, {
      writing: { action: 'update', job: job.id },
      pids: part,
      values: { requirementsNumber: to },
    })
    await engineHooks().afterTransitions(context)
    const before = job.result === null ? none : MoveResult.parse(job.result)
    const done = job.cursor + part.length
    const result: MoveResult = {
      updated: before.updated + changed,
      failed: [...before.failed, ...failed],
    }
    return { cursor: done, done, result, finished: done >= pids.length }
  },
}

/** The handlers of the job runner, by job kind. The undo is that of any bulk change. */
export const moveHandlers: Readonly<Record<string, JobHandler<DomainDeps>>> = { 'move-requirements': move }
